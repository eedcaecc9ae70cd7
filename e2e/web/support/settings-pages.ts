/** The settings pages of the web client, as its navigation lists them. */
import type { Connection, State } from "@parley/client";
import type { Operation } from "@parley/server/contract";
import type { Page } from "playwright-core";
import type { SettingsAddress } from "../../../web/src/address/address.ts";
import { fragmentOf } from "../../../web/src/address/fragment.ts";
import type { TextKey } from "../../../web/src/text/text.ts";

interface ListedSetting {
  /** Its name in the API. */
  readonly key: string;
  readonly label: TextKey;
  readonly control: { readonly kind: string };
  readonly rule?: { may(state: State): boolean };
}

interface ListedGroup {
  readonly source: {
    readonly operation?: Operation;
    read(state: State, key: string): unknown;
    save(connection: Connection, key: string, value: unknown): Promise<unknown>;
  };
  readonly settings: readonly ListedSetting[];
}

export interface ListedPage {
  readonly address: SettingsAddress;
  readonly name: TextKey;
  readonly groups: readonly ListedGroup[];
}

/** Loaded by its path: the pages draw components, which are not compiled with the tests. */
const PAGES = new URL("../../../web/src/settings/pages.ts", import.meta.url).href;

export const { pages } = (await import(PAGES)) as { readonly pages: readonly ListedPage[] };

/** No page of the settings is named after a channel or a person. */
const NO_NAMES = {} as Parameters<typeof fragmentOf>[1];

/** The page's address in a browser, such as `#settings/profile`. */
export const fragmentFor = ({ address }: ListedPage): string => `#${fragmentOf(address, NO_NAMES)}`;

/** Goes to a page in the open window, as its links do, and waits until all of it is there. */
export async function opensSettings(window: Page, fragment: string): Promise<void> {
  await window.evaluate(async (hash) => {
    const isDrawn = new Promise<void>((resolve) => {
      const afterDrawing = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      if (location.hash === hash) afterDrawing();
      else addEventListener("hashchange", afterDrawing, { once: true });
    });
    location.hash = hash;
    await isDrawn;
  }, fragment);
  await window.waitForFunction(
    () => document.querySelector("main .set h1") && !document.querySelector("main [aria-busy=true]"),
  );
}

/** What a settings page is. `pages.ts` lists them all. */
import type { State } from "@parley/client";
import type { ComponentType } from "react";
import type { SettingsAddress } from "../address/address.ts";
import type { IconName } from "../parts/Sprite.tsx";
import type { TextKey } from "../text/text.ts";
import type { Setting, SettingSource } from "./setting.ts";

/** Settings under one heading, stored in one place. */
export interface SettingsGroup<Key extends string = string> {
  readonly title: TextKey;
  readonly help?: TextKey;
  readonly source: SettingSource<Key>;
  readonly settings: readonly Setting<Key>[];
}

/** Something on a page that search finds, and that is drawn by the page itself: a table, a picture, a password. */
export interface Landmark {
  /** The `data-setting` of its element. */
  readonly key: string;
  readonly label: TextKey;
  readonly words?: TextKey;
  /** Who finds it; by default everyone who finds the page. */
  readonly isFor?: (state: State) => boolean;
}

export interface SettingsPage {
  readonly address: SettingsAddress;
  readonly name: TextKey;
  /** The sentence below the heading. */
  readonly about: TextKey;
  readonly icon: IconName;
  /** Who finds it in the navigation and in search; by default everyone. */
  readonly isFor?: (state: State) => boolean;
  // biome-ignore lint/suspicious/noExplicitAny: groups with different keys stand in one list.
  readonly groups: readonly SettingsGroup<any>[];
  readonly landmarks?: readonly Landmark[];
  /** Draws the page if it is more than its groups; loaded with the page. */
  readonly load?: () => Promise<ComponentType<{ readonly page: SettingsPage }>>;
}

/** A group whose keys are checked against its source. */
export const group = <Key extends string>(made: SettingsGroup<Key>): SettingsGroup<Key> => made;

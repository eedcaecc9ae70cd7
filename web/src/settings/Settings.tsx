/** Settings: the navigation and the open page. On a phone the navigation is a screen that leads to the page. */
import { lazy, Suspense } from "react";
import type { SettingsAddress } from "../address/address.ts";
import { Banners } from "../app/Banners.tsx";
import { useIsPhone } from "../app/screen.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { Fault } from "../parts/Fault.tsx";
import { Skeleton } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { leaveSettings } from "./leave.ts";
import { Navigation } from "./navigation/Navigation.tsx";
import { DeclaredPage } from "./Page.tsx";
import { pageAt, pages } from "./pages.ts";
import "./texts.ts";
import "./settings.css";

const bodies = new Map(
  pages.map((page) => {
    const { load } = page;
    return [page, load ? lazy(() => load().then((loaded) => ({ default: loaded }))) : DeclaredPage];
  }),
);

export function Settings({ address }: { readonly address: SettingsAddress }) {
  const isPhone = useIsPhone();
  const { store } = useSession();
  const page = pageAt(address);
  const isList = isPhone && address.kind === "settings" && address.section === undefined;
  useCommand("escape", () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.matches("input:not([type=checkbox]), textarea"))
      return activeElement.blur();
    return leaveSettings(store.state);
  });
  const Body = page && bodies.get(page);
  return (
    <div className={isPhone ? "app phone" : "app"}>
      {!isPhone && <Navigation here={page} isAlone={false} />}
      <main className="main" id="main">
        <Banners />
        {isList ? (
          <Navigation here={undefined} isAlone />
        ) : (
          <Fault key={page?.name}>
            <Suspense fallback={<Skeleton />}>{Body && page && <Body page={page} />}</Suspense>
          </Fault>
        )}
      </main>
    </div>
  );
}

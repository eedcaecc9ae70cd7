/** Settings: the navigation and the open page. On a phone the navigation is a screen that leads to the page. */
import { lazy, Suspense } from "react";
import type { ChannelAddress, SettingsAddress } from "../address/address.ts";
import { Banners } from "../app/Banners.tsx";
import { useIsPhone } from "../app/screen.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { Fault } from "../parts/Fault.tsx";
import { Skeleton } from "../parts/states.tsx";
import { useEntryId } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { leaveSettings } from "./leave.ts";
import { Navigation } from "./navigation/Navigation.tsx";
import { foldersPage } from "./organization/folders/page.ts";
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

const ChannelPage = lazy(() =>
  import("./channels/ChannelPage.tsx").then((loaded) => ({ default: loaded.ChannelPage })),
);

export function Settings({ address }: { readonly address: SettingsAddress | ChannelAddress }) {
  const isPhone = useIsPhone();
  const { store } = useSession();
  const entry = useEntryId();
  const page = address.kind === "channel" ? undefined : pageAt(address);
  // A channel is among the organization's.
  const here = page ?? foldersPage;
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
      {!isPhone && <Navigation here={here} isAlone={false} />}
      <main className="main" id="main">
        <Banners />
        {isList ? (
          <Navigation here={undefined} isAlone />
        ) : (
          <Fault key={address.kind === "channel" ? address.channelId : page?.name} place={entry}>
            <Suspense fallback={<Skeleton />}>
              {address.kind === "channel" && <ChannelPage key={address.channelId} address={address} />}
              {Body && page && <Body page={page} />}
            </Suspense>
          </Fault>
        )}
      </main>
    </div>
  );
}

/** The frame of the application, and which view stands in it. */
import { useEffect, useSyncExternalStore } from "react";
import { type Address, homeAddress, type SimpleView } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { listenToKeys } from "../keyboard/useCommand.ts";
import { Living } from "../living/Living.tsx";
import { Palette } from "../palette/Palette.tsx";
import { Panel } from "../panel/Panel.tsx";
import { Sprite } from "../parts/Sprite.tsx";
import { showToast, Toasts } from "../parts/toasts.tsx";
import { Sidebar } from "../sidebar/Sidebar.tsx";
import { router, useAddress } from "../state/place.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { Announcer } from "./announce.tsx";
import { useAppearance } from "./appearance.ts";
import { Banners } from "./Banners.tsx";
import { CurrentView } from "./CurrentView.tsx";
import { Dialogs } from "./dialogs.tsx";
import { layout } from "./layout.ts";
import { useRegions } from "./regions.ts";
import { SkipLinks } from "./SkipLinks.tsx";
import "./app.css";

export function App() {
  const address = useAddress();
  const homeKind = useStore((state) => homeAddress(state).kind as SimpleView);
  const homeFragment = useStore((state) => fragmentOf(homeAddress(state), state));
  const { isPanelOpen, isSidebarOpen } = useSyncExternalStore(layout.subscribe, layout.get);
  useAppearance();
  useRegions();
  useEffect(listenToKeys, []);
  const leadsNowhere = address === undefined;
  useEffect(() => {
    if (router.getSnapshot().fragment === "" || leadsNowhere) router.replace(homeFragment);
    if (leadsNowhere) showToast({ text: t("shell.nowhere") });
  }, [leadsNowhere, homeFragment]);
  const shown: Address = address ?? { kind: homeKind };
  const classes = ["app", isPanelOpen && "with-panel", !isSidebarOpen && "without-side"].filter(Boolean).join(" ");
  return (
    <>
      <Sprite />
      <SkipLinks />
      <div className={classes}>
        <Sidebar address={shown} />
        <main className="main" id="main">
          <Banners />
          <CurrentView address={shown} />
        </main>
        {isPanelOpen && <Panel address={shown} />}
      </div>
      <Palette />
      <Dialogs />
      <Toasts />
      <Announcer />
      <Living address={shown} />
    </>
  );
}

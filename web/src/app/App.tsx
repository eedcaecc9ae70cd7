/** The application frame and the current view. */
import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { type Address, hasPage, homeAddress, isSettings, SIMPLE_VIEWS, type SimpleView } from "../address/address.ts";
import { isOpenToVisitors } from "../address/visiting.ts";
import { listenToKeys, useCommand } from "../keyboard/useCommand.ts";
import { useNavigationKeys } from "../navigation/useNavigationKeys.tsx";
import { Palette } from "../palette/Palette.tsx";
import { Fault } from "../parts/Fault.tsx";
import { later } from "../parts/later.tsx";
import { OpenedMenu } from "../parts/open-menu.tsx";
import { Sprite } from "../parts/Sprite.tsx";
import { OpenedTip } from "../parts/tips.tsx";
import { showToast, Toasts } from "../parts/toasts.tsx";
import { Foot } from "../phone/Foot.tsx";
import { Tabs } from "../phone/Tabs.tsx";
import { usePhoneTab } from "../phone/tab.ts";
import { Sidebar } from "../sidebar/Sidebar.tsx";
import { router, useAddress, useEntryId } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { AddressDialog } from "./address-dialogs.tsx";
import { Announcer } from "./announce.tsx";
import { useAppearance } from "./appearance.ts";
import { Banners } from "./Banners.tsx";
import { CurrentView } from "./CurrentView.tsx";
import { Dialogs, openDialog } from "./dialogs.tsx";
import { FailedPanel, FailedSettings } from "./failed.tsx";
import { LaterFrame } from "./later-frame.tsx";
import { layout } from "./layout.ts";
import { useRegions } from "./regions.ts";
import { SkipLinks } from "./SkipLinks.tsx";
import { useIsPhone } from "./screen.ts";
import { signInAddress } from "./session.ts";
import "./app.css";
import "../styles/print.css";

const Screen = later(() => import("../phone/Screen.tsx").then((loaded) => loaded.Screen));
const StatusDialog = later(() => import("../sidebar/StatusDialog.tsx").then((loaded) => loaded.StatusDialog));
const Settings = later(() => import("../settings/Settings.tsx").then((loaded) => loaded.Settings));
const Telling = later(() => import("../living/Telling.tsx").then((loaded) => loaded.Telling), { isOptional: true });
const Panel = later(() => import("../panel/Panel.tsx").then((loaded) => loaded.Panel));

export function App() {
  const read = useAddress();
  const address = read && hasPage(read) ? read : undefined;
  const homeKind = useStore((state) => homeAddress(state).kind as SimpleView);
  const shown: Address = address ?? { kind: homeKind };
  const entry = useEntryId();
  useAppearance();
  useRegions();
  const { isVisitor } = useSession();
  useEffect(() => listenToKeys({ isVisitor }), [isVisitor]);
  useCommand("setStatus", () => openDialog((close) => <StatusDialog onClose={close} />));
  const isClosed = useStore((state) => isVisitor && !isOpenToVisitors(shown, state));
  useEffect(() => {
    if (isClosed) location.replace(signInAddress());
  }, [isClosed]);
  const leadsNowhere = address === undefined;
  const view = SIMPLE_VIEWS.find((kind) => kind === shown.kind);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every history entry.
  useEffect(() => {
    // The home view, old spellings and invalid addresses are replaced with the address of what is shown.
    if (view !== undefined && router.getSnapshot().fragment !== view) router.replace(view);
    if (leadsNowhere) showToast({ text: t("shell.nowhere") });
  }, [leadsNowhere, view, entry]);
  return (
    <>
      <Sprite />
      <SkipLinks />
      <LaterFrame address={shown} />
      <Frame address={shown} />
      <Palette address={shown} />
      <AddressDialog address={shown} />
      <OpenedMenu />
      <Dialogs />
      <Toasts />
      <OpenedTip />
      <Announcer />
      <Telling address={shown} />
    </>
  );
}

function Frame({ address }: { readonly address: Address }) {
  const isPhone = useIsPhone();
  const entry = useEntryId();
  const { isPanelOpen, isSidebarOpen } = useSyncExternalStore(layout.subscribe, layout.get);
  useLayoutEffect(() => layout.at(address), [address]);
  useNavigationKeys(address);
  if (isSettings(address))
    return (
      <Fault place={entry} instead={(retry) => <FailedSettings onRetry={retry} />}>
        <Settings address={address} />
      </Fault>
    );
  if (isPhone) return <PhoneFrame address={address} />;
  const classes = ["app", isPanelOpen && "with-panel", !isSidebarOpen && "without-side"].filter(Boolean).join(" ");
  return (
    <div className={classes}>
      {isSidebarOpen && <Sidebar address={address} />}
      <main className="main" id="main">
        <Banners />
        <CurrentView address={address} />
      </main>
      {isPanelOpen && (
        <Fault place={entry} instead={(retry) => <FailedPanel onRetry={retry} />}>
          <Panel address={address} />
        </Fault>
      )}
    </div>
  );
}

/** A conversation covers the tabs; everything else leaves them visible. */
function PhoneFrame({ address }: { readonly address: Address }) {
  const tab = usePhoneTab();
  const entry = useEntryId();
  const { isPanelOpen } = useSyncExternalStore(layout.subscribe, layout.get);
  const isCovering = tab === undefined && ["narrow", "feed", "topics"].includes(address.kind);
  return (
    <div className="app phone">
      <main className="main" id="main">
        <Banners />
        {tab === undefined ? (
          <CurrentView address={address} />
        ) : (
          <Fault key={tab}>
            <Screen tab={tab} address={address} />
          </Fault>
        )}
        {!isCovering && (
          <>
            <Foot />
            <Tabs address={address} />
          </>
        )}
      </main>
      {isPanelOpen && (
        <Fault place={entry} instead={(retry) => <FailedPanel onRetry={retry} />}>
          <Panel address={address} />
        </Fault>
      )}
    </div>
  );
}

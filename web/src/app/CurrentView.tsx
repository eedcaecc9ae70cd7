/** The view of an address. Each is loaded on first use, and all of them once the first one is shown. */
import { lazy, Suspense, useEffect } from "react";
import type { Address } from "../address/address.ts";
import { readyToWrite } from "../composer/ready.ts";
import { Fault } from "../parts/Fault.tsx";
import { withBasics } from "../parts/later.tsx";
import { Skeleton } from "../parts/states.tsx";
import { useEntryId } from "../state/place.ts";
import { Inbox } from "../views/inbox/Inbox.tsx";
import { loadFrame } from "./later-frame.tsx";

const loads = {
  messages: () => withWriting(import("../views/messages/Messages.tsx")),
  recent: () => withBasics(import("../views/recent/Recent.tsx")),
  topics: () => withBasics(import("../views/topics/TopicList.tsx")),
  drafts: () => withWriting(import("../views/drafts/Drafts.tsx")),
  channels: () => withBasics(import("../views/channels/ChannelDirectory.tsx")),
};

/** What a first press of a key or button opens, beside views. */
const OPENED_OVER = [
  () => import("../parts/ShownTip.tsx"),
  () => import("../parts/ShownMenu.tsx"),
  () => import("../sidebar/menus.ts"),
  () => import("../palette/OpenPalette.tsx"),
];

const loadAhead = (load: () => Promise<unknown>): void => void load().catch(() => {});

/** They show texts that are being written. */
async function withWriting<T>(view: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([withBasics(view), readyToWrite()]);
  return loaded;
}

/** Load the requested view's script while the session starts. A failure is retried on rendering. */
if (/^#(?:narrow|feed)\b/.test(location.hash)) {
  loads.messages().catch(() => {});
  loadFrame().catch(() => {});
}

const Messages = lazy(() => loads.messages().then(({ Messages: view }) => ({ default: view })));
const Recent = lazy(() => loads.recent().then(({ Recent: view }) => ({ default: view })));
const TopicList = lazy(() => loads.topics().then(({ TopicList: view }) => ({ default: view })));
const Drafts = lazy(() => loads.drafts().then(({ Drafts: view }) => ({ default: view })));

const ChannelDirectory = lazy(() => loads.channels().then(({ ChannelDirectory: view }) => ({ default: view })));

const COMBINED = [{ operator: "in", operand: "home" }] as const;
/** After the first view is drawn and its messages are requested. */
const LOAD_AFTER_MS = 1500;

export function CurrentView({ address }: { readonly address: Address }) {
  // Another history entry is another view, restored from its memory.
  const entry = useEntryId();
  useEffect(() => {
    // What cannot be loaded now says so when it is opened.
    const timer = setTimeout(() => [...Object.values(loads), ...OPENED_OVER].forEach(loadAhead), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Fault key={entry}>
      <Suspense fallback={<Skeleton />}>
        <View address={address} />
      </Suspense>
    </Fault>
  );
}

function View({ address }: { readonly address: Address }) {
  switch (address.kind) {
    case "recent":
      return <Recent />;
    case "feed":
      return <Messages terms={COMBINED} />;
    case "narrow":
      return <Messages terms={address.terms} />;
    case "topics":
      return <TopicList channelId={address.channelId} />;
    case "drafts":
    case "scheduled":
    case "reminders":
      return <Drafts list={address.kind} />;
    case "channels":
      return <ChannelDirectory list={address.list} />;
    case "folder":
      return <ChannelDirectory list="new" folderId={address.folderId} />;
    default:
      return <Inbox />;
  }
}

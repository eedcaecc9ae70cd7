/** The view of an address. Each is loaded on first use, and all of them once the first one is shown. */
import { lazy, Suspense, useEffect } from "react";
import type { Address } from "../address/address.ts";
import { Fault } from "../parts/Fault.tsx";
import { Skeleton } from "../parts/states.tsx";
import { useEntryId } from "../state/place.ts";
import { Inbox } from "../views/inbox/Inbox.tsx";

const loads = {
  messages: () => import("../views/messages/Messages.tsx"),
  recent: () => import("../views/recent/Recent.tsx"),
  topics: () => import("../views/topics/TopicList.tsx"),
  drafts: () => import("../views/drafts/Drafts.tsx"),
  channels: () => import("../views/channels/ChannelDirectory.tsx"),
};

/** Load the requested view's script while the session starts. A failure is retried on rendering. */
if (/^#(?:narrow|feed)\b/.test(location.hash)) loads.messages().catch(() => {});

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
    // What cannot be loaded now is loaded when it is opened.
    const timer = setTimeout(() => Object.values(loads).forEach((load) => void load().catch(() => {})), LOAD_AFTER_MS);
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

/** The view of an address. Each is loaded on first use, and all of them once the first one is shown. */
import { useEffect } from "react";
import type { Address } from "../address/address.ts";
import { COMBINED } from "../address/narrow.ts";
import { readyToWrite } from "../composer/ready.ts";
import { Fault } from "../parts/Fault.tsx";
import { later } from "../parts/later.tsx";
import { Skeleton } from "../parts/states.tsx";
import { useEntryId } from "../state/place.ts";
import type { Session } from "../state/session.tsx";
import { Inbox } from "../views/inbox/Inbox.tsx";
import { loadFrame } from "./later-frame.tsx";

const loads = {
  messages: () => withWriting(import("../views/messages/Messages.tsx")),
  recent: () => import("../views/recent/Recent.tsx"),
  topics: () => import("../views/topics/TopicList.tsx"),
  drafts: () => withWriting(import("../views/drafts/Drafts.tsx")),
  channels: () => import("../views/channels/ChannelDirectory.tsx"),
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
  const [loaded] = await Promise.all([view, readyToWrite()]);
  return loaded;
}

const beginsWithMessages = /^#(?:narrow|feed)\b/.test(location.hash);

/** Load the requested view's script while the session starts. A failure is retried on rendering. */
if (beginsWithMessages) {
  loads.messages().catch(() => {});
  loadFrame().catch(() => {});
}

/** Begins with the first view's messages as soon as there is a session, before anything is drawn. */
export async function openFirstView(session: Session): Promise<void> {
  if (!beginsWithMessages) return;
  const { openAhead } = await import("../views/messages/open-ahead.ts");
  openAhead(session);
}

const meanwhile = <Skeleton />;
const Messages = later(() => loads.messages().then((loaded) => loaded.Messages), { meanwhile });
const Recent = later(() => loads.recent().then((loaded) => loaded.Recent), { meanwhile });
const TopicList = later(() => loads.topics().then((loaded) => loaded.TopicList), { meanwhile });
const Drafts = later(() => loads.drafts().then((loaded) => loaded.Drafts), { meanwhile });
const ChannelDirectory = later(() => loads.channels().then((loaded) => loaded.ChannelDirectory), { meanwhile });

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
      <View address={address} />
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

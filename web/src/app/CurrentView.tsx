/** The view of an address. */
import type { Address } from "../address/address.ts";
import { useEntryId } from "../state/place.ts";
import { Drafts } from "../views/drafts/Drafts.tsx";
import { Inbox } from "../views/inbox/Inbox.tsx";
import { Messages } from "../views/messages/Messages.tsx";
import { Recent } from "../views/recent/Recent.tsx";
import { TopicList } from "../views/topics/TopicList.tsx";

export function CurrentView({ address }: { readonly address: Address }) {
  // Another entry of the history is another view, restored from what it remembered.
  const entry = useEntryId();
  switch (address.kind) {
    case "recent":
      return <Recent key={entry} />;
    case "feed":
      return <Messages key={entry} terms={[{ operator: "in", operand: "home" }]} />;
    case "narrow":
      return <Messages key={entry} terms={address.terms} />;
    case "topics":
      return <TopicList key={entry} channelId={address.channelId} />;
    case "drafts":
    case "scheduled":
    case "reminders":
      return <Drafts key={entry} list={address.kind} />;
    default:
      return <Inbox key={entry} />;
  }
}

/** A message view: header, messages and composer. */
import { channelOf, conversationOf, type NarrowTerm, narrowKey } from "../../address/narrow.ts";
import { Composer } from "../../composer/Composer.tsx";
import { useStore } from "../../state/store.ts";
import { NarrowView } from "./NarrowView.tsx";
import "./messages.css";

export function Messages({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  // The address is parsed again with every event, so it is compared as text.
  return <Stable written={JSON.stringify(terms)} />;
}

function Stable({ written }: { readonly written: string }) {
  const terms = JSON.parse(written) as readonly NarrowTerm[];
  const isKnown = useIsKnown(terms);
  return (
    <div className="view messages">
      <NarrowView key={narrowKey(terms)} terms={terms} isKnown={isKnown} />
      {/* Outside of it: when the topic is renamed or moved, whoever is writing goes on. */}
      {isKnown && <Composer terms={terms} />}
    </div>
  );
}

/** Whether the reader can access the channel or people in the narrow. */
function useIsKnown(terms: readonly NarrowTerm[]): boolean {
  const conversation = conversationOf(terms);
  const channelId = conversation?.type === "topic" ? conversation.channelId : channelOf(terms);
  return useStore(({ channels, users }) => {
    if (channelId !== undefined) return channels.channels.has(channelId);
    return conversation?.type !== "direct" || conversation.userIds.every((id) => users.users.has(id));
  });
}

/** Keys that go from a conversation to its channel and neighbouring channels. */
import { narrowAddress } from "../../address/address.ts";
import { channelNarrow, channelOf, conversationOf, type NarrowTerm } from "../../address/narrow.ts";
import { sidebarFolders } from "../../inbox-order/sidebar.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { useGo } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";

export function useConversationKeys(terms: readonly NarrowTerm[]): void {
  const go = useGo();
  const { store } = useSession();
  const conversation = conversationOf(terms);
  const channelId = conversation?.type === "topic" ? conversation.channelId : channelOf(terms);

  useCommand("topicList", () => (channelId === undefined ? false : go({ kind: "topics", channelId })));
  const step = (by: 1 | -1) => {
    const ids = sidebarFolders(store.state).flatMap(({ channels }) => channels.map(({ channelId }) => channelId));
    if (ids.length === 0) return false;
    const here = channelId === undefined ? -1 : ids.indexOf(channelId);
    const next = here < 0 ? (by > 0 ? 0 : ids.length - 1) : (here + by + ids.length) % ids.length;
    return go(narrowAddress(channelNarrow(ids[next] ?? 0)));
  };
  useCommand("previousChannel", () => step(-1));
  useCommand("nextChannel", () => step(1));
}

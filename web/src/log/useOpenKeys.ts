/** Keys that open the message under the cursor in its conversation or its channel. */
import { conversationOf as placeOf } from "@parley/client";
import { narrowAddress } from "../address/address.ts";
import {
  channelNarrow,
  channelOf,
  conversationOf,
  dmNarrow,
  type NarrowTerm,
  nearMessage,
  topicNarrow,
} from "../address/narrow.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { useOwnId } from "../state/people.ts";
import { useGo } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import type { RowKey } from "./place.ts";

export function useOpenKeys(terms: readonly NarrowTerm[], cursor: RowKey | undefined): void {
  const { messages } = useSession();
  const ownId = useOwnId();
  const go = useGo();
  const here = conversationOf(terms);

  const conversation = () => {
    const message = typeof cursor === "number" ? messages.message(cursor) : undefined;
    if (!message) return undefined;
    const place = placeOf(message, ownId);
    return place.type === "channel" ? topicNarrow(place.stream_id, place.topic) : dmNarrow(place.user_ids);
  };
  const openConversation = () => {
    const narrow = conversation();
    if (!narrow || here || typeof cursor !== "number") return false;
    return go(narrowAddress(nearMessage(narrow, cursor)));
  };
  useCommand("inConversation", openConversation);
  useCommand("topicOrChannel", () => {
    if (here?.type !== "topic") return channelOf(terms) === undefined ? false : openConversation();
    const feed = channelNarrow(here.channelId);
    return go(narrowAddress(typeof cursor === "number" ? nearMessage(feed, cursor) : feed));
  });
}

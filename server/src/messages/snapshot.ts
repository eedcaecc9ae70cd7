import { commonSnapshotPart, openSnapshotPart, snapshotPart } from "../kernel/feature.ts";
import { STOP_WORDS } from "../text/search/stop-words.ts";
import { messagesState, RECENT_CONVERSATIONS, recentDirectState, searchState } from "./contract.ts";
import { newestMessageFor, participantIdsOf, recentDirectConversations } from "./store.ts";

export const messagesSnapshot = snapshotPart(
  "message",
  messagesState,
  async (ctx) => ({ max_message_id: await newestMessageFor(ctx.db, ctx.user) }),
  async () => ({ max_message_id: -1 }),
);

export const searchSnapshot = commonSnapshotPart(
  openSnapshotPart("stop_words", searchState, async () => ({ stop_words: [...STOP_WORDS] })),
);

export const recentDirectSnapshot = openSnapshotPart("recent_private_conversations", recentDirectState, async (ctx) => {
  const conversations = await recentDirectConversations(ctx.db, ctx.user.id, RECENT_CONVERSATIONS);
  const participants = await participantIdsOf(
    ctx.db,
    conversations.map((each) => each.recipient_id),
  );
  return {
    recent_private_conversations: conversations.map(({ recipient_id, max_message_id }) => ({
      max_message_id,
      user_ids: (participants.get(recipient_id) ?? []).filter((id) => id !== ctx.user.id),
    })),
  };
});

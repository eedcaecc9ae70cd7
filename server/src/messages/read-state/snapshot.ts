import { openSnapshotPart } from "../../kernel/feature.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../text/topics.ts";
import { MAX_STARRED, MAX_UNREAD, starredState, unreadState } from "./contract.ts";
import { starredBy } from "./store.ts";
import { groupUnread } from "./unread.ts";
import { newestUnread } from "./unread-store.ts";

export const unreadSnapshot = openSnapshotPart("message", unreadState, async (ctx, { profile, wants }) => {
  if (!wants("update_message_flags")) return {};
  const unread = await newestUnread(ctx.db, ctx.user.id, MAX_UNREAD);
  const emptyTopic = profile.capabilities.empty_topic_name ? "" : EMPTY_TOPIC_DISPLAY_NAME;
  return { unread_msgs: await groupUnread(ctx, unread, emptyTopic) };
});

export const starredSnapshot = openSnapshotPart("starred_messages", starredState, async (ctx) => ({
  starred_messages: await starredBy(ctx.db, ctx.user.id, MAX_STARRED),
}));

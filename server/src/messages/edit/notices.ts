/** The notices about moved messages, in the old and the new place. */
import type { ChannelRow } from "../../channels/store.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { messageLink, silently, topicLink } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import type { Elsewhere } from "../../text/notices/texts/moves.ts";
import { sendNotice } from "../notices/send.ts";
import type { Moving } from "./moving.ts";
import type { EditRequest, Move } from "./plan.ts";

export type NoticeOptions = Pick<EditRequest, "send_notification_to_new_thread" | "send_notification_to_old_thread">;

/** Resolving a topic posts no notice: it is in the edit history of its messages. */
export async function postNotices(
  ctx: WriteContext,
  { message, wanted, count, circumstances: { isWhole, targetIsSeen } }: Moving,
  move: Move,
  { isOneTopic }: { isOneTopic: boolean },
): Promise<void> {
  if (move.resolves && !move.changesChannel) return;
  const { from, to, topic } = move;
  const say = noticesIn(ctx.realm.settings.default_language).moves;
  const who = silently(ctx.user);
  const options = { readBy: [ctx.user.id] };
  if (wanted.send_notification_to_new_thread && !to.is_archived) {
    const one = to.invite_only ? {} : { link: messageLink(to, topic, message.id) };
    const what = isWhole && !targetIsSeen ? "topic" : count === 1 ? one : count;
    const text = say.movedHere(who, what, placeAs(from, message.subject, to));
    await sendNotice(ctx, { channel: to, topic }, text, options);
  }
  // A notice with the old spelling would restore it.
  if (wanted.send_notification_to_old_thread && !from.is_archived && !isOneTopic) {
    const what = isWhole ? "topic" : count === 1 ? {} : count;
    const text = say.movedAway(who, what, placeAs(to, topic, from));
    await sendNotice(ctx, { channel: from, topic: message.subject }, text, options);
  }
}

/**
 * A place as named in a notice elsewhere. Every reader there, including later ones, sees the same notice, and it may be
 * moved: so a private channel and its topics are never named, not even in the channel itself, and in web-public
 * channels only web-public ones.
 */
function placeAs(channel: ChannelRow, topic: string, reader: ChannelRow): Elsewhere {
  if (channel.invite_only) return channel.id === reader.id ? "other topic" : "private channel";
  if (reader.is_web_public && !channel.is_web_public) return "other channel";
  return { link: topicLink(channel, topic) };
}

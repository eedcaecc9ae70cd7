/** What the notification bot says where messages were, and where they are now. */
import type { MessageId } from "../../api/ids.ts";
import type { ChannelRow } from "../../channels/store.ts";
import type { WriteContext } from "../../context.ts";
import { messageLink, silently, topicLink } from "../../notices/markup.ts";
import { sendNotice } from "../../notices/send.ts";
import { noticesIn } from "../../notices/texts/index.ts";
import type { Elsewhere } from "../../notices/texts/moves.ts";
import type { Message } from "../access.ts";
import type { Move, Request } from "./plan.ts";

export interface Moved {
  readonly ids: readonly MessageId[];
  /** Nothing that the user sees is left where it was. */
  readonly isWhole: boolean;
  /** Only the spelling of the topic changed. */
  readonly isOneTopic: boolean;
  /** The user sees other messages where it went. */
  readonly targetIsSeen: boolean;
}

type Wanted = Pick<Request, "send_notification_to_new_thread" | "send_notification_to_old_thread">;

/** Resolving a topic says nothing: who did it and when is in the history of its messages. */
export async function postNotices(
  ctx: WriteContext,
  message: Message,
  move: Move,
  moved: Moved,
  wanted: Wanted,
): Promise<void> {
  if (move.resolves && !move.changesChannel) return;
  const { from, to, topic } = move;
  const say = noticesIn(ctx.realm.settings.default_language).moves;
  const who = silently(ctx.user);
  const options = { readBy: [ctx.user.id] };
  const { length } = moved.ids;
  if (wanted.send_notification_to_new_thread) {
    const one = to.invite_only ? {} : { link: messageLink(to, topic, message.id) };
    const what = moved.isWhole && !moved.targetIsSeen ? "topic" : length === 1 ? one : length;
    await sendNotice(
      ctx,
      { channel: to, topic },
      say.movedHere(who, what, placeAs(from, message.subject, to)),
      options,
    );
  }
  // A notice under the old spelling would bring that back.
  if (wanted.send_notification_to_old_thread && !moved.isOneTopic) {
    const what = moved.isWhole ? "topic" : length === 1 ? {} : length;
    const text = say.movedAway(who, what, placeAs(to, topic, from));
    await sendNotice(ctx, { channel: from, topic: message.subject }, text, options);
  }
}

/**
 * A place as a notice in another one names it. Everybody who reads there reads the same notice, also those who come later,
 * and where its topic is moved to: so a private channel and its topics are never named, not even in the channel itself, and
 * to the whole internet only what is open to it.
 */
function placeAs(channel: ChannelRow, topic: string, reader: ChannelRow): Elsewhere {
  if (channel.invite_only) return channel.id === reader.id ? "other topic" : "private channel";
  if (reader.is_web_public && !channel.is_web_public) return "other channel";
  return { link: topicLink(channel, topic) };
}

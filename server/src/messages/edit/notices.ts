/** What the notification bot says where messages were, and where they are now. */
import type { MessageId } from "../../api/ids.ts";
import type { WriteContext } from "../../context.ts";
import { messageLink, silently, topicLink } from "../../notices/markup.ts";
import { sendNotice } from "../../notices/send.ts";
import { noticesIn } from "../../notices/texts/index.ts";
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
    const one = { link: messageLink(to, topic, message.id) };
    const what = moved.isWhole && !moved.targetIsSeen ? "topic" : length === 1 ? one : length;
    await sendNotice(ctx, { channel: to, topic }, say.movedHere(who, what, topicLink(from, message.subject)), options);
  }
  // A notice under the old spelling would bring that back.
  if (wanted.send_notification_to_old_thread && !moved.isOneTopic) {
    const what = moved.isWhole ? "topic" : length === 1 ? {} : length;
    const text = say.movedAway(who, what, topicLink(to, topic));
    await sendNotice(ctx, { channel: from, topic: message.subject }, text, options);
  }
}

/** What the notification bot says where messages were, and where they are now. */
import type { MessageId } from "../../api/ids.ts";
import type { WriteContext } from "../../context.ts";
import { messageLink, silently, topicLink } from "../../notices/markup.ts";
import { sendNotice } from "../../notices/send.ts";
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
  const who = silently(ctx.user);
  const options = { readBy: [ctx.user.id] };
  if (wanted.send_notification_to_new_thread) {
    const origin = topicLink(from, message.subject);
    const text =
      moved.isWhole && !moved.targetIsSeen
        ? `${who} moved this topic here from ${origin}.`
        : `${who} moved ${amount(moved.ids, messageLink(to, topic, message.id))} here from ${origin}.`;
    await sendNotice(ctx, { channel: to, topic }, text, options);
  }
  // A notice under the old spelling would bring that back.
  if (wanted.send_notification_to_old_thread && !moved.isOneTopic) {
    const destination = topicLink(to, topic);
    const text = moved.isWhole
      ? `${who} moved this topic to ${destination}.`
      : `${who} moved ${amount(moved.ids, "a message")} from this topic to ${destination}.`;
    await sendNotice(ctx, { channel: from, topic: message.subject }, text, options);
  }
}

const amount = ({ length }: readonly MessageId[], one: string) => (length === 1 ? one : `${length} messages`);

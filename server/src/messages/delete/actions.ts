import type { MessageId, TopicId } from "../../api/ids.ts";
import type { Context, WriteContext } from "../../context.ts";
import { append } from "../../events/log.ts";
import { userById } from "../../users/store.ts";
import type { Message } from "../access.ts";
import { type Place, viewingsOf } from "../audience.ts";
import { settleFirstMessage } from "../settle/channel.ts";
import { settleConversation, settleTopic } from "../settle/store.ts";
import { deleteMessageEvent } from "./events.ts";
import { faultOfDeleting } from "./permissions.ts";
import { removeMessages } from "./store.ts";

export async function deleteMessage(ctx: WriteContext, message: Message): Promise<void> {
  const facts = {
    channel: message.channel,
    isOwn: await isOwn(ctx, message),
    ageSeconds: ctx.now - message.sent_at,
  };
  const fault = faultOfDeleting(ctx.user, ctx.realm, facts);
  if (fault) throw fault;
  await deleteMessages(ctx, { ...message, topic: message.subject }, [message.id]);
}

async function isOwn({ db, realm, user }: Context, { sender_id }: Message): Promise<boolean> {
  if (sender_id === user.id) return true;
  const sender = await userById(db, realm.id, sender_id);
  return sender?.bot_owner_id === user.id;
}

/** Messages of one topic, or of one direct conversation. */
interface Deleted extends Place {
  readonly topic_id: TopicId | null;
  readonly topic: string;
}

/** Deletes messages that the user sees and may delete; ids ascend. What hangs on them goes with them. */
export async function deleteMessages(ctx: WriteContext, from: Deleted, ids: readonly MessageId[]): Promise<void> {
  const { db, user } = ctx;
  const { channel, recipient_id, topic_id, topic } = from;
  const [everything, ...parts] = await viewingsOf(db, from, ids);
  await removeMessages(db, ctx.now, ids);
  if (topic_id !== null) await settleTopic(db, topic_id);
  if (channel) await settleFirstMessage(ctx, channel);
  else await settleConversation(db, recipient_id);

  const audience = { ...everything?.audience, users: [...(everything?.audience.users ?? []), user.id] };
  for (const each of [{ ids, audience }, ...parts]) {
    const message_ids = each.ids;
    const event = channel
      ? deleteMessageEvent({ message_ids, message_type: "stream", stream_id: channel.id, topic })
      : deleteMessageEvent({ message_ids, message_type: "private" });
    append(ctx, event, each.audience);
  }
}

/** The message one has just sent and read: most senders have read all before it, and then their mark rises with it. */
import type { ChannelId, MessageId, RecipientId, UserId } from "../../api/ids.ts";
import { compiled } from "../../db/compiled.ts";
import type { Tx } from "../../db/handles.ts";
import { Flag } from "../flags.ts";
import { setFlagsOf } from "./exceptions.ts";
import { markIn } from "./store.ts";

interface Sent {
  userId: UserId;
  messageId: MessageId;
  recipientId: RecipientId;
  channelId: ChannelId | undefined;
}

export async function readOwnMessage(tx: Tx, sent: Sent): Promise<void> {
  const { userId, messageId, channelId } = sent;
  const [raised] =
    channelId === undefined ? await raisedInConversation(tx, sent) : await raisedInChannel(tx, { ...sent, channelId });
  if (raised) return;
  // Whoever writes into a channel without being subscribed has no read state there.
  if (channelId !== undefined && (await markIn(tx, userId, channelId)) === undefined) return;
  await setFlagsOf(tx, userId, [messageId], Flag.read);
}

const raisedInChannel = compiled((db, given: Sent & { channelId: ChannelId }) =>
  db
    .updateTable("subscription")
    .set({ read_upto: given.messageId })
    .where("user_id", "=", given.userId)
    .where("channel_id", "=", given.channelId)
    .where("is_subscribed", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("message")
            .select("message.id")
            .where("message.recipient_id", "=", given.recipientId)
            .whereRef("message.id", ">", "subscription.read_upto")
            .where("message.id", "<", given.messageId),
        ),
      ),
    )
    .returning("subscription.user_id"),
);

/** Before the conversation knows of the message: its newest one is the one before. */
const raisedInConversation = compiled((db, given: Sent) =>
  db
    .updateTable("direct_participant")
    .set({ read_upto: given.messageId })
    .where("user_id", "=", given.userId)
    .where("recipient_id", "=", given.recipientId)
    .whereRef("read_upto", ">=", "max_message_id")
    .returning("user_id"),
);

import type { MessageId, TopicId } from "../../kernel/api/ids.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, WriteContext, Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened } from "../../kernel/moments.ts";
import { userById } from "../../people/users/store.ts";
import type { Message } from "../access.ts";
import { type MessagePlace, type Viewing, viewingsOf } from "../audience.ts";
import { demandNotHeld } from "../legal-holds/actions.ts";
import { messagesGoing } from "../moments.ts";
import { updateFirstMessage } from "../newest/channel.ts";
import { updateNewestInConversation, updateNewestInTopic } from "../newest/store.ts";
import { flagsRemoveEvent } from "../read-state/events.ts";
import { type Star, starsIn } from "../read-state/store.ts";
import { DeleteTimeLimitPassed, MayNotDelete } from "./contract.ts";
import { deleteMessageEvent } from "./events.ts";
import { faultOfDeleting } from "./permissions.ts";
import { removeMessages } from "./store.ts";

export async function deleteMessage(ctx: WriteContext, message: Message): Promise<void> {
  const facts = {
    channel: message.channel,
    isOwn: await isOwn(ctx, message),
    ageSeconds: ctx.now - message.sent_at,
  };
  const fault = faultOfDeleting(ctx.user, ctx.realm.settings, facts);
  if (fault) throw fault === "tooLate" ? new DeleteTimeLimitPassed() : new MayNotDelete();
  await demandNotHeld(ctx, [message.id]);
  if (!facts.isOwn) record(ctx, "message_deleted", { message: message.id, user: message.sender_id });
  await deleteMessages(ctx, { ...message, topic: message.subject }, [message.id]);
}

async function isOwn({ db, realm, user }: Context, { sender_id }: Message): Promise<boolean> {
  if (sender_id === user.id) return true;
  const sender = await userById(db, realm.id, sender_id);
  return sender?.bot_owner_id === user.id;
}

/** Messages in one topic, or in one direct conversation. */
interface Deleted extends MessagePlace {
  readonly topic_id: TopicId | null;
  readonly topic: string;
}

/** Deletes messages, with everything attached to them; ids ascend. The caller checks permissions and legal holds. */
export async function deleteMessages(ctx: Writing, from: Deleted, ids: readonly MessageId[]): Promise<void> {
  const { db, user } = ctx;
  const { channel, recipient_id, topic_id, topic } = from;
  const [everything, ...parts] = await viewingsOf(db, from, ids);
  const stars = channel ? await starsIn(db, channel.id, ids) : [];
  await happened(ctx, messagesGoing, ids);
  await removeMessages(db, ctx.now, ids);
  if (topic_id !== null) await updateNewestInTopic(db, topic_id);
  if (channel) await updateFirstMessage(ctx, channel);
  else await updateNewestInConversation(db, recipient_id);

  const audience = {
    ...everything?.audience,
    users: [...(everything?.audience.users ?? []), ...(user ? [user.id] : [])],
  };
  const viewings = [{ ids, audience }, ...parts];
  for (const each of viewings) {
    const message_ids = each.ids;
    const event = channel
      ? deleteMessageEvent({ message_ids, message_type: "stream", stream_id: channel.id, topic })
      : deleteMessageEvent({ message_ids, message_type: "private" });
    append(ctx, event, each.audience);
  }
  announceUnstarred(
    ctx,
    stars.filter((star) => !viewings.some((viewing) => hearsOf(star, viewing))),
  );
}

function hearsOf({ user_id, message_id, is_subscribed }: Star, { ids, audience }: Viewing): boolean {
  const isSubscriber = audience.subscribersOf !== undefined && Boolean(is_subscribed);
  const isAddressed = audience.users?.includes(user_id) || (isSubscriber && !audience.except?.includes(user_id));
  return Boolean(isAddressed) && ids.includes(message_id);
}

/** A user who starred a message but can no longer see it is told that the star is gone, not that it was deleted. */
function announceUnstarred(ctx: Writing, stars: readonly Star[]): void {
  if (stars.length === 0) return;
  const byUser = Map.groupBy(stars, (star) => star.user_id);
  const personal = Object.fromEntries(
    [...byUser].map(([userId, own]) => [userId, { messages: own.map((star) => star.message_id) }]),
  );
  const event = flagsRemoveEvent({ op: "remove", operation: "remove", flag: "starred", messages: [], all: false });
  append(ctx, event, toUsers(...byUser.keys()), { personal });
}

/** Delivers a checked message: one row, one log entry, and nothing per subscriber. */
import type { MessageId, RecipientId, UserId } from "../../kernel/api/index.ts";
import type { Realm, User, WriteContext } from "../../kernel/context.ts";
import { type Audience, toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened } from "../../kernel/moments.ts";
import type { UserRow } from "../../people/users/present.ts";
import { beginConversation } from "../conversations.ts";
import { messageEvent } from "../events.ts";
import { Flag, flagNames } from "../flags.ts";
import { type FlagsByUser, storeMentions } from "../mentions.ts";
import {
  type Arrived,
  type Arriving,
  type Conversation,
  messageArrived,
  messageArriving,
  type PlaceToSend,
} from "../moments.ts";
import { mutersOf, usersAlertedBy } from "../preferences.ts";
import { type PresentedSender, presentSender, storedMessage } from "../present.ts";
import { readOnArrival } from "../read-state/arrival.ts";
import { insertChannelMessage, insertDirectMessage, noteChannelMessage, setDirectNewest } from "../store.ts";
import { traitsOf } from "../traits.ts";
import type { Composed } from "./compose.ts";
import { noteSent, sentBefore } from "./once.ts";
import type { SendRequest } from "./prepare.ts";
import { startWidget } from "./widget.ts";

/** The parts of the request that delivery needs. */
export interface Delivery extends Pick<SendRequest, "read_by_sender" | "queue_id" | "local_id"> {
  /** Other users who have read it already, because it is about what they just did. */
  readBy?: readonly UserId[];
  /** The message is read for everyone; the caller takes care of that. */
  isReadByAll?: boolean;
  /** Identifies a repeated request. */
  key?: string | undefined;
}

/** Clients in which a person types and reads: messages sent there are read by the sender. */
const INTERACTIVE_CLIENTS = new Set([
  "zulipandroid",
  "zulipios",
  "zulipdesktop",
  "zulipmobile",
  "zulipelectron",
  "zulipterminal",
  "zulipflutter",
  "snipe",
  "website",
  "ios",
  "android",
]);

export const isInteractive = (client: string): boolean => INTERACTIVE_CLIENTS.has(client.toLowerCase());

/** The response to the sender. */
export interface DeliveredMessage {
  readonly id: MessageId;
  /** The sender's new visibility policy for the topic, if sending changed it. */
  readonly automatic_new_visibility_policy?: number;
}

/** The result; for a repeated request only the response. */
export interface Delivered extends DeliveredMessage {
  readonly isRepeated?: true;
}

/** The caller has checked the permission. */
export async function deliverToChannel(
  ctx: WriteContext,
  delivery: Delivery,
  channel: PlaceToSend,
  topic: string,
  composed: Composed,
): Promise<Delivered> {
  const { db } = ctx;
  const earlier = await sentBefore(ctx, delivery.key);
  if (earlier !== undefined) return { id: earlier, isRepeated: true };
  const facts = { recipient_id: channel.recipient_id, subject: topic };
  const audience: Audience = { subscribersOf: channel.id, ...(channel.invite_only ? {} : { publicListeners: true }) };
  const sent = await deliver(ctx, delivery, { ...facts, ...composed }, { channel }, audience);
  if (channel.first_message_id === null || !channel.is_recently_active)
    await noteChannelMessage(db, channel.id, sent.id);
  return sent;
}

/** Like the function above, for a direct conversation; the participants include the sender. */
export async function deliverToPeople(
  ctx: WriteContext,
  delivery: Delivery,
  participants: readonly UserRow[],
  composed: Composed,
  existing: RecipientId | undefined,
): Promise<Delivered> {
  const { db } = ctx;
  const ids = participants.map((person) => person.id);
  const earlier = await sentBefore(ctx, delivery.key);
  if (earlier !== undefined) return { id: earlier, isRepeated: true };
  const recipient_id = existing ?? (await beginConversation(ctx, ids));
  const facts = { recipient_id, subject: "" };
  const sent = await deliver(ctx, delivery, { ...facts, ...composed }, { participants }, toUsers(...ids));
  await setDirectNewest(db, recipient_id, sent.id);
  return sent;
}

interface Facts extends Composed {
  recipient_id: number;
  subject: string;
}

const NO_FILES: Arriving["attached"] = [];

/** Stores the message, tells of it and appends its event. */
async function deliver(
  ctx: WriteContext,
  delivery: Delivery,
  { rendered, widget, ...facts }: Facts,
  conversation: Conversation,
  audience: Audience,
): Promise<DeliveredMessage> {
  const { db, realm, user, now, client } = ctx;
  const arriving: Arriving = { rendered, attached: NO_FILES };
  await happened(ctx, messageArriving, arriving);
  const { attached } = arriving;
  // A link to a file that the author cannot read is only a link.
  const traits = traitsOf(attached.length > 0 ? rendered : { ...rendered, uploads: [] });
  const row = { ...facts, rendered_content: rendered.html, traits, sent_at: now, client };
  const channel_id = "channel" in conversation ? conversation.channel.id : undefined;
  const stored = { ...row, realm_id: realm.id, sender_id: user.id };
  const { id, isTopicNew } = await (channel_id === undefined
    ? insertDirectMessage(db, stored)
    : insertChannelMessage(db, channel_id, stored));
  await noteSent(ctx, delivery.key, id);
  const isRead = delivery.read_by_sender ?? isInteractive(client);
  const own = isRead ? [user.id] : [];
  const arrivedRead = await readOnArrival(
    db,
    { messageId: id, recipientId: facts.recipient_id, channelId: channel_id },
    [...own, ...(delivery.readBy ?? []), ...(await mutersOf(ctx, user.id))],
  );

  const submessages = await startWidget(db, id, user.id, widget);
  const message = storedMessage(realm, { id, ...row }, presented(realm, user), conversation, { submessages });
  const concerned = { ...rendered.mentions, alerted: await usersAlertedBy(ctx, facts.content) };
  const mentioned = await storeMentions(db, { ...facts, id, sender_id: user.id, channel_id }, concerned);
  const personal: Record<string, Record<string, unknown>> = {};
  for (const [id, stored] of mentioned) personal[id] = { flags: flagNames(stored) };
  for (const reader of [...own, ...arrivedRead])
    personal[reader] = { flags: ["read", ...flagNames(mentioned.get(reader) ?? 0)] };
  if (delivery.queue_id !== undefined && delivery.local_id !== undefined)
    personal[`queue:${delivery.queue_id}`] = { local_message_id: delivery.local_id };
  const answer: Arrived["answer"] = {};
  const { content, subject: topic } = facts;
  const arrived = { id, content, topic, isTopicNew, rendered, attached, conversation, mentioned, personal, answer };
  await happened(ctx, messageArrived, arrived);
  append(
    ctx,
    messageEvent({ message, traits, ...(delivery.isReadByAll ? { is_read: true } : {}) }),
    withBots(audience, mentioned),
    Object.keys(personal).length > 0 ? { personal } : {},
  );
  return { id, ...answer };
}

const senders = new WeakMap<User, { readonly hasGravatar: boolean; readonly sender: PresentedSender }>();

/** Cached with the account, which is cached between requests until it changes. Of the settings, only one matters. */
function presented(realm: Realm, user: User): PresentedSender {
  const hasGravatar = realm.settings.enable_gravatar;
  const known = senders.get(user);
  if (known?.hasGravatar === hasGravatar) return known.sender;
  const sender = presentSender(realm, user);
  senders.set(user, { hasGravatar, sender });
  return sender;
}

/** Bots that receive the message only because it mentions them. */
function withBots(audience: Audience, mentioned: FlagsByUser): Audience {
  const bots = [...mentioned].flatMap(([id, stored]) => (stored & Flag.received ? [id] : []));
  return bots.length > 0 ? { ...audience, users: [...(audience.users ?? []), ...bots] } : audience;
}

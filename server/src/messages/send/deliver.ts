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
import {
  type Inserted,
  insertChannelMessage,
  insertDirectMessage,
  type NewMessage,
  noteChannelMessage,
  setDirectNewest,
} from "../store.ts";
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
  const earlier = await sentBefore(ctx, delivery.key);
  if (earlier !== undefined) return { id: earlier, isRepeated: true };
  const message = await packForChannel(ctx, delivery, channel, topic, composed);
  return finishInChannel(message, channel, await store(message));
}

/** The message as it will be stored. */
export function packForChannel(
  ctx: WriteContext,
  delivery: Delivery,
  channel: PlaceToSend,
  topic: string,
  composed: Composed,
): Promise<PackedMessage> {
  const facts = { recipient_id: channel.recipient_id, subject: topic };
  const audience: Audience = { subscribersOf: channel.id, ...(channel.invite_only ? {} : { publicListeners: true }) };
  return pack(ctx, delivery, { ...facts, ...composed }, { channel }, audience);
}

/** What follows from a message in a channel that has been stored. */
export async function finishInChannel(
  message: PackedMessage,
  channel: PlaceToSend,
  stored: Stored,
): Promise<DeliveredMessage> {
  const sent = await announce(message, stored);
  if (channel.first_message_id === null || !channel.is_recently_active)
    await noteChannelMessage(message.ctx.db, channel.id, sent.id);
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
  const message = await pack(ctx, delivery, { ...facts, ...composed }, { participants }, toUsers(...ids));
  const sent = await announce(message, await store(message));
  await setDirectNewest(db, recipient_id, sent.id);
  return sent;
}

interface Facts extends Composed {
  recipient_id: number;
  subject: string;
}

const NO_FILES: Arriving["attached"] = [];

/** A message that is ready to be stored. */
export interface PackedMessage {
  readonly ctx: WriteContext;
  readonly delivery: Delivery;
  readonly composed: Composed;
  readonly attached: Arriving["attached"];
  readonly row: NewMessage & { readonly traits: number };
  readonly conversation: Conversation;
  readonly audience: Audience;
  /** The sender, if the message is read for them in any case. */
  readonly own: readonly UserId[];
  /** Users for whom it is read if they receive it; includes `own`. */
  readonly readers: readonly UserId[];
}

/** What became of a message when it was stored. */
export interface Stored extends Inserted {
  /** The readers who have received it. */
  readonly arrivedRead: readonly UserId[];
}

async function pack(
  ctx: WriteContext,
  delivery: Delivery,
  { recipient_id, subject, ...composed }: Facts,
  conversation: Conversation,
  audience: Audience,
): Promise<PackedMessage> {
  const { realm, user, now, client } = ctx;
  const { rendered, content } = composed;
  const arriving: Arriving = { rendered, attached: NO_FILES };
  await happened(ctx, messageArriving, arriving);
  const { attached } = arriving;
  // A link to a file that the author cannot read is only a link.
  const traits = traitsOf(attached.length > 0 ? rendered : { ...rendered, uploads: [] });
  const text = { recipient_id, subject, content, rendered_content: rendered.html };
  const row = { ...text, traits, sent_at: now, client, realm_id: realm.id, sender_id: user.id };
  const own = (delivery.read_by_sender ?? isInteractive(client)) ? [user.id] : [];
  const readers = [...own, ...(delivery.readBy ?? []), ...(await mutersOf(ctx, user.id))];
  return { ctx, delivery, composed, attached, row, conversation, audience, own, readers };
}

const channelOf = (conversation: Conversation) => ("channel" in conversation ? conversation.channel.id : undefined);

async function store({ ctx, delivery, row, conversation, readers }: PackedMessage): Promise<Stored> {
  const { db } = ctx;
  const channelId = channelOf(conversation);
  const inserted = await (channelId === undefined
    ? insertDirectMessage(db, row)
    : insertChannelMessage(db, channelId, row));
  await noteSent(ctx, delivery.key, inserted.id);
  const arrived = { messageId: inserted.id, recipientId: row.recipient_id, channelId };
  return { ...inserted, arrivedRead: await readOnArrival(db, arrived, readers) };
}

/** Tells of a stored message and appends its event. */
async function announce(packed: PackedMessage, { id, isTopicNew, arrivedRead }: Stored): Promise<DeliveredMessage> {
  const { ctx, delivery, composed, attached, row, conversation, audience, own } = packed;
  const { db, realm, user } = ctx;
  const { content, rendered, widget } = composed;
  const { subject: topic, traits, recipient_id } = row;
  const submessages = await startWidget(db, id, user.id, widget);
  const message = storedMessage(realm, { ...row, id }, presented(realm, user), conversation, { submessages });
  const concerned = { ...rendered.mentions, alerted: await usersAlertedBy(ctx, content) };
  const mentioning = { id, recipient_id, sender_id: user.id, channel_id: channelOf(conversation) };
  const mentioned = await storeMentions(db, mentioning, concerned);
  const personal: Record<string, Record<string, unknown>> = {};
  for (const [id, stored] of mentioned) personal[id] = { flags: flagNames(stored) };
  for (const reader of [...own, ...arrivedRead])
    personal[reader] = { flags: ["read", ...flagNames(mentioned.get(reader) ?? 0)] };
  if (delivery.queue_id !== undefined && delivery.local_id !== undefined)
    personal[`queue:${delivery.queue_id}`] = { local_message_id: delivery.local_id };
  const answer: Arrived["answer"] = {};
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

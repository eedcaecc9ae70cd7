/** Delivers a checked message: one row, one log entry, and nothing per subscriber. */
import { sql } from "kysely";
import { toThoseWhoSee } from "../../channels/audience.ts";
import { channelUpdateEvent } from "../../channels/events.ts";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { Channel, ChannelRow } from "../../channels/store.ts";
import { followWhereMentioned, policyAfterSending } from "../../channels/user-topics/automatic.ts";
import { callBotsAmong, callMentionedBots } from "../../delivery/outgoing-webhooks/trigger.ts";
import type { MessageId, RecipientId, UserId } from "../../kernel/api/index.ts";
import type { Realm, User, WriteContext } from "../../kernel/context.ts";
import { type Audience, toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { strangersIn } from "../../people/users/access/audience.ts";
import { acquaintancesBefore, announceAcquaintances } from "../../people/users/access/changes.ts";
import { presentUnknownSender } from "../../people/users/access/unknown.ts";
import type { UserRow } from "../../people/users/present.ts";
import { messageEvent } from "../events.ts";
import { Flag, flagNames } from "../flags.ts";
import { type FlagsByUser, storeMentions } from "../mentions.ts";
import { previewLater } from "../page-previews/jobs.ts";
import { mutersOf, usersAlertedBy } from "../preferences.ts";
import { type PresentedSender, presentSender, storedMessage } from "../present.ts";
import { readOnArrival } from "../read-state/arrival.ts";
import {
  insertChannelMessage,
  insertDirectMessage,
  insertDirectRecipient,
  noteChannelMessage,
  setDirectNewest,
} from "../store.ts";
import { traitsOf } from "../traits.ts";
import { claim, claimable } from "../uploads/claims.ts";
import { hasReceivedEarlier } from "../visibility.ts";
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

/** For the server's own bots, without subscription data. */
type PlaceToSend = ChannelRow & Partial<Pick<Channel, "is_muted" | "is_subscribed">>;

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

/** Guests gain access to the people they start a conversation with. */
async function beginConversation(ctx: WriteContext, ids: readonly UserId[]): Promise<RecipientId> {
  const concerned = [{ guests: ids, users: ids }];
  const before = await acquaintancesBefore(ctx, concerned);
  const recipientId = await insertDirectRecipient(ctx.db, ctx.realm.id, ids);
  await announceAcquaintances(ctx, concerned, before);
  return recipientId;
}

interface Facts extends Composed {
  recipient_id: number;
  subject: string;
}

/** Stores the message and appends its event. */
async function deliver(
  ctx: WriteContext,
  delivery: Delivery,
  { rendered, widget, ...facts }: Facts,
  conversation: { readonly channel: PlaceToSend } | { readonly participants: readonly UserRow[] },
  audience: Audience,
): Promise<DeliveredMessage> {
  const { db, realm, user, now, client } = ctx;
  const files = await claimable(ctx, rendered.uploads);
  // A link to a file that the author cannot read is only a link.
  const traits = traitsOf(files.length > 0 ? rendered : { ...rendered, uploads: [] });
  const row = { ...facts, rendered_content: rendered.html, traits, sent_at: now, client };
  const channel = "channel" in conversation ? conversation.channel : undefined;
  const channel_id = channel?.id;
  const stored = { ...row, realm_id: realm.id, sender_id: user.id };
  const { id, isTopicNew } = await (channel_id === undefined
    ? insertDirectMessage(db, stored)
    : insertChannelMessage(db, channel_id, stored));
  await noteSent(ctx, delivery.key, id);
  await claim(ctx, id, files);
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
  const named = rendered.mentions.users.filter((each) => mentioned.has(each));
  const arrived = { id, topic: facts.subject, isTopicNew, named };
  const policy = channel && (await updateTopicPolicies(ctx, channel, arrived));
  if ("participants" in conversation) callBotsAmong(ctx, id, conversation.participants);
  else await callMentionedBots(ctx, { ...calledBy(rendered, mentioned), id, channel_id: conversation.channel.id });
  previewLater(ctx, id, rendered);
  const personal: Record<string, Record<string, unknown>> = {};
  for (const [id, stored] of mentioned) personal[id] = { flags: flagNames(stored) };
  for (const reader of [...own, ...arrivedRead])
    personal[reader] = { flags: ["read", ...flagNames(mentioned.get(reader) ?? 0)] };
  for (const stranger of channel ? await strangersIn(ctx, channel) : [])
    personal[stranger] = { ...personal[stranger], sender: presentUnknownSender(user.id, realm) };
  if (delivery.queue_id !== undefined && delivery.local_id !== undefined)
    personal[`queue:${delivery.queue_id}`] = { local_message_id: delivery.local_id };
  append(
    ctx,
    messageEvent({ message, traits, ...(delivery.isReadByAll ? { is_read: true } : {}) }),
    withBots(audience, mentioned),
    Object.keys(personal).length > 0 ? { personal } : {},
  );
  return { id, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) };
}

/** A channel message, as needed beyond its delivery. */
interface Arrived {
  readonly id: MessageId;
  readonly topic: string;
  readonly isTopicNew: boolean;
  /** Users mentioned by name who received it. */
  readonly named: readonly UserId[];
}

/** Updates topic policies and the channel's activity. Returns the sender's new policy for the topic. */
async function updateTopicPolicies(
  ctx: WriteContext,
  channel: PlaceToSend,
  arrived: Arrived,
): Promise<number | undefined> {
  const { topic, named } = arrived;
  const policy = await policyAfterSending(ctx, channel, topic, () => begins(ctx, channel, arrived));
  await followWhereMentioned(ctx, { channel_id: channel.id, topic_name: topic }, named);
  if (!channel.is_recently_active) await announceActivity(ctx, channel);
  return policy;
}

/** Whether a message is the first in its topic that the sender can see. */
async function begins({ db, user }: WriteContext, channel: PlaceToSend, { id, isTopicNew }: Arrived): Promise<boolean> {
  if (isTopicNew || !isHistoryProtected(channel)) return isTopicNew;
  const earlier = hasReceivedEarlier(user, { id, channel_id: channel.id });
  const { rows } = await sql<{ found: boolean }>`select ${earlier} as found`.execute(db);
  return !rows[0]?.found;
}

async function announceActivity(ctx: WriteContext, channel: ChannelRow): Promise<void> {
  const change = {
    op: "update",
    stream_id: channel.id,
    name: channel.name,
    property: "is_recently_active",
    value: true,
  } as const;
  append(ctx, channelUpdateEvent(change), await toThoseWhoSee(ctx.db, channel));
}

const senders = new WeakMap<User, PresentedSender>();

/** Cached with the account, which is cached between requests until it changes. */
function presented(realm: Realm, user: User): PresentedSender {
  const known = senders.get(user) ?? presentSender(realm, user);
  senders.set(user, known);
  return known;
}

/** Users mentioned by name, and receivers among those mentioned by name or through a group. */
function calledBy({ mentions }: Composed["rendered"], mentioned: FlagsByUser) {
  const reached = [...mentioned].flatMap(([id, stored]) => (stored & Flag.mentioned ? [id] : []));
  return { named: mentions.users, reached };
}

/** Bots that receive the message only because it mentions them. */
function withBots(audience: Audience, mentioned: FlagsByUser): Audience {
  const bots = [...mentioned].flatMap(([id, stored]) => (stored & Flag.received ? [id] : []));
  return bots.length > 0 ? { ...audience, users: [...(audience.users ?? []), ...bots] } : audience;
}

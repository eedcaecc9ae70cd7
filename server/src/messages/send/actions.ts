/** Sending: the rules, one message row, one entry in the log, and nothing per subscriber. */
import { sql } from "kysely";
import { groupsContaining } from "../../access/store.ts";
import {
  ApiError,
  type ChannelId,
  demand,
  type MessageId,
  type RecipientId,
  type ShapeOf,
  type UserId,
} from "../../api/index.ts";
import { toThoseWhoSee } from "../../channels/audience.ts";
import { channelUpdateEvent } from "../../channels/events.ts";
import { hasMetadataAccess, isHistoryProtected } from "../../channels/permissions.ts";
import type { Channel, ChannelRow } from "../../channels/store.ts";
import type { Context, Realm, User, WriteContext } from "../../context.ts";
import { type Audience, toUsers } from "../../events/audience.ts";
import { append, takeTurn } from "../../events/log.ts";
import { enqueue } from "../../jobs/job-kind.ts";
import { callBotsAmong, callMentionedBots } from "../../outgoing-webhooks/trigger.ts";
import { previewLater } from "../../page-previews/jobs.ts";
import { may } from "../../realms/permissions.ts";
import { claim, claimable } from "../../uploads/claims.ts";
import { followWhereMentioned, wishAfterSending } from "../../user-topics/automatic.ts";
import { strangersIn } from "../../users/access/audience.ts";
import { acquaintancesBefore, announceAcquaintances } from "../../users/access/changes.ts";
import { presentUnknownSender } from "../../users/access/unknown.ts";
import { apiEmail, type UserRow } from "../../users/present.ts";
import { userById } from "../../users/store.ts";
import { answerNewcomer, subjectIn } from "../../welcome/answers.ts";
import {
  ChannelDoesNotExist,
  DirectMessagesDisabled,
  EMPTY_TOPIC_DISPLAY_NAME,
  EmptyTopicNotAllowed,
  MayNotForge,
  MayNotInitiate,
  MayNotPost,
  MissingTopic,
  NobodyToAuthorize,
  NotMirrored,
  OnlyEmptyTopicAllowed,
  type sendMessage as sendOperation,
} from "../contract.ts";
import { messageEvent } from "../events.ts";
import { Flag, flagNames } from "../flags.ts";
import { type FlagsByUser, storeMentions } from "../mentions.ts";
import { normaliseContent, normaliseTopic } from "../normalise.ts";
import { canReachChannel, holdsPostingPermission, type Sender } from "../permissions.ts";
import { type PresentedSender, presentSender, storedMessage } from "../present.ts";
import { readOnArrival } from "../read-state/arrival.ts";
import { channelAddress, channelAddressed, checkRecipients, peopleAddressed } from "../recipients.ts";
import { oldestMessage } from "../settle/store.ts";
import {
  directRecipient,
  insertChannelMessage,
  insertDirectMessage,
  insertDirectRecipient,
  noteChannelMessage,
  setDirectNewest,
  topicByName,
} from "../store.ts";
import { traitsOf } from "../traits.ts";
import { hasReceivedEarlier } from "../visibility.ts";
import { mutersOf, usersAlertedBy } from "../wishes.ts";
import { type Composed, compose, DIRECT } from "./compose.ts";
import { startWidget } from "./widget.ts";

type Request = ShapeOf<(typeof sendOperation)["params"]>;

/** What a message's delivery takes from the request to send it. */
export interface Delivery extends Pick<Request, "read_by_sender" | "queue_id" | "local_id"> {
  /** Who besides the sender has read it already, because it says what they have just done. */
  readBy?: readonly UserId[];
  /** Nobody has to read it: the caller sees to that. */
  isReadByAll?: boolean;
}

/** Where a person types and reads: what they send there they have read. */
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

/** What is answered to whoever has sent a message. */
export interface Sent {
  readonly id: MessageId;
  /** What the sender wants of the topic from now on, when sending has changed it. */
  readonly automatic_new_visibility_policy?: number;
}

export async function sendMessage(ctx: WriteContext, request: Request): Promise<Sent> {
  if (request.forged === "true" || request.forged === "yes" || request.time !== undefined) throw new MayNotForge();
  if (request.sender !== undefined) throw new NotMirrored();
  const isChannel = request.type === "channel" || request.type === "stream";
  return isChannel ? sendToChannel(ctx, request) : sendToPeople(ctx, request);
}

async function sendToChannel(ctx: WriteContext, request: Request): Promise<Sent> {
  const { channel, topic, composed } = await prepareForChannel(ctx, request);
  return deliverToChannel(ctx, request, channel, topic, composed);
}

/** What of a request says where a message goes and what it is. */
export type Addressed = Pick<Request, "to" | "topic" | "content" | "widget_content">;

export interface ForChannel {
  readonly channel: Channel;
  readonly topic: string;
  readonly composed: Composed;
}

/** A message that could be sent as things are: every rule has passed it, and nothing of it is stored. */
export async function prepareForChannel(ctx: WriteContext, request: Addressed): Promise<ForChannel> {
  const address = await channelAddress(ctx, request.to);
  if (request.topic === undefined) throw new MissingTopic();
  const topic = normaliseTopic(request.topic);
  const content = normaliseContent(request.content);
  const channel = await channelToPostIn(ctx, address);
  checkTopicsPolicy(ctx, channel, topic);
  const place = { channel_id: channel.id, topicId: () => topicByName(ctx.db, channel.id, topic) };
  return { channel, topic, composed: await compose(ctx, { ...request, content }, place) };
}

/** For the server's own bots it is nothing that somebody could have muted. */
type PlaceToSend = ChannelRow & Partial<Pick<Channel, "is_muted" | "is_subscribed">>;

/** For whoever may post there: the caller has checked it. */
export async function deliverToChannel(
  ctx: WriteContext,
  delivery: Delivery,
  channel: PlaceToSend,
  topic: string,
  composed: Composed,
): Promise<Sent> {
  const { db, realm } = ctx;
  await takeTurn(db, realm.id);
  const facts = { recipient_id: channel.recipient_id, subject: topic };
  const audience: Audience = { subscribersOf: channel.id, ...(channel.invite_only ? {} : { publicListeners: true }) };
  const sent = await deliver(ctx, delivery, { ...facts, ...composed }, { channel }, audience);
  if (channel.first_message_id === null || !channel.is_recently_active)
    await noteChannelMessage(db, channel.id, sent.id);
  return sent;
}

/** The channel that is meant, if the caller may post there. */
export async function channelToPostIn(ctx: Context, address: ChannelId | string): Promise<Channel> {
  const channel = await channelAddressed(ctx, address);
  const sender = await senderFor(ctx, channel);
  if (!holdsPostingPermission(sender, channel)) throw new MayNotPost();
  if (!canReachChannel(sender, channel)) throw unreachable(ctx, channel, address);
  return channel;
}

/** Whoever asks by number learns no name of a channel that is hidden from them. */
function unreachable({ user }: Context, channel: Channel, address: string | number): ApiError {
  if (typeof address === "number" && !hasMetadataAccess(user, channel))
    return new ChannelDoesNotExist({ stream_id: address });
  return new ApiError(`Not authorized to send to channel '${channel.name}'`);
}

async function announceActivity(ctx: WriteContext, channel: ChannelRow): Promise<void> {
  const change = {
    op: "update" as const,
    stream_id: channel.id,
    name: channel.name,
    property: "is_recently_active",
    value: true,
  };
  append(ctx, channelUpdateEvent(change), await toThoseWhoSee(ctx.db, channel));
}

/** For a bot it is enough that its owner may. */
export async function senderFor(ctx: Context, channel: Channel): Promise<Sender> {
  const { user, db, realm } = ctx;
  if (user.bot_owner_id === null) return user;
  const owner = await userById(db, realm.id, user.bot_owner_id);
  if (!owner?.is_active) return user;
  const subscription = await db
    .selectFrom("subscription")
    .select("is_subscribed")
    .where("user_id", "=", owner.id)
    .where("channel_id", "=", channel.id)
    .executeTakeFirst();
  const holder = { role: owner.role, groups: await groupsContaining(db, owner.id) };
  return {
    role: user.role,
    groups: user.groups,
    owner: { holder, is_subscribed: subscription?.is_subscribed ?? false },
  };
}

export function checkTopicsPolicy({ realm }: WriteContext, channel: Channel, topic: string): void {
  const policy = channel.topics_policy === "inherit" ? realm.settings.topics_policy : channel.topics_policy;
  const shown = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
  if (policy === "disable_empty_topic" && topic === "") throw new EmptyTopicNotAllowed(shown);
  if (policy === "empty_topic_only" && topic !== "") throw new OnlyEmptyTopicAllowed(shown);
}

async function sendToPeople(ctx: WriteContext, request: Request): Promise<Sent> {
  const { participants, composed, existing } = await prepareForPeople(ctx, request);
  const sent = await deliverToPeople(ctx, request, participants, composed, existing);
  const isForWelcomeBot = participants.length === 2 && participants.some((each) => each.system_bot === "welcome");
  if (isForWelcomeBot && !ctx.user.is_bot)
    enqueue(ctx, answerNewcomer({ user_id: ctx.user.id, subject: subjectIn(composed.content) }));
  return sent;
}

export interface ForPeople {
  /** The sender included. */
  readonly participants: readonly UserRow[];
  readonly composed: Composed;
  readonly existing: RecipientId | undefined;
}

/** The same for a direct message. */
export async function prepareForPeople(ctx: WriteContext, request: Addressed): Promise<ForPeople> {
  const { db, realm, user } = ctx;
  const addressed = await peopleAddressed(ctx, request.to);
  await checkRecipients(ctx, addressed);
  const content = normaliseContent(request.content);
  const gone = addressed.find((person) => !person.is_active);
  if (gone) throw new ApiError(`'${apiEmail(realm, gone)}' is no longer using Parley.`);
  const others = addressed.filter((person) => person.id !== user.id);
  const self = await userById(db, realm.id, user.id);
  const participants = [self as UserRow, ...others].sort((a, b) => a.id - b.id);
  const ids = participants.map((person) => person.id);

  const existing = await directRecipient(db, realm.id, ids);
  if (!user.is_bot && others.some((person) => person.bot_type === null))
    await checkDirectPermission(ctx, ids, existing);
  return { participants, composed: await compose(ctx, { ...request, content }, DIRECT), existing };
}

/** The same for a direct conversation; the participants include the sender. */
export async function deliverToPeople(
  ctx: WriteContext,
  delivery: Delivery,
  participants: readonly UserRow[],
  composed: Composed,
  existing: RecipientId | undefined,
): Promise<Sent> {
  const { db, realm } = ctx;
  const ids = participants.map((person) => person.id);
  await takeTurn(db, realm.id);
  const recipient_id = existing ?? (await beginConversation(ctx, ids));
  const facts = { recipient_id, subject: "" };
  const sent = await deliver(ctx, delivery, { ...facts, ...composed }, { participants }, toUsers(...ids));
  await setDirectNewest(db, recipient_id, sent.id);
  return sent;
}

/** Guests come to know whoever they begin to write with. */
async function beginConversation(ctx: WriteContext, ids: readonly UserId[]): Promise<RecipientId> {
  const concerned = [{ guests: ids, users: ids }];
  const before = await acquaintancesBefore(ctx, concerned);
  const recipientId = await insertDirectRecipient(ctx.db, ctx.realm.id, ids);
  await announceAcquaintances(ctx, concerned, before);
  return recipientId;
}

async function checkDirectPermission(
  ctx: WriteContext,
  participants: readonly UserId[],
  existing: RecipientId | undefined,
): Promise<void> {
  const { settings, systemGroups } = ctx.realm;
  const permission = settings.direct_message_permission_group;
  const isOpen = permission === systemGroups["role:everyone"];
  if (!isOpen && !(await groupsContaining(ctx.db, ...participants)).has(permission))
    throw permission === systemGroups["role:nobody"] ? new DirectMessagesDisabled() : new NobodyToAuthorize();
  if (may(ctx.user, settings, "direct_message_initiator_group")) return;
  // A conversation whose messages were all deleted would have to begin again.
  const hasStarted = existing !== undefined && (await oldestMessage(ctx.db, existing)) !== null;
  demand(hasStarted, new MayNotInitiate());
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
): Promise<Sent> {
  const { db, realm, user, now, client } = ctx;
  const files = await claimable(ctx, rendered.uploads);
  // A link to a file that the author may not read is a link and nothing more.
  const traits = traitsOf(files.length > 0 ? rendered : { ...rendered, uploads: [] });
  const row = { ...facts, rendered_content: rendered.html, traits, sent_at: now, client };
  const channel = "channel" in conversation ? conversation.channel : undefined;
  const channel_id = channel?.id;
  const stored = { ...row, realm_id: realm.id, sender_id: user.id };
  const { id, isTopicNew } = await (channel_id === undefined
    ? insertDirectMessage(db, stored)
    : insertChannelMessage(db, channel_id, stored));
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
  const policy = channel && (await stir(ctx, channel, arrived));
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

/** A channel message as far as it concerns more than its readers. */
interface Arrived {
  readonly id: MessageId;
  readonly topic: string;
  readonly isTopicNew: boolean;
  /** People it mentions by name, whom it reached. */
  readonly named: readonly UserId[];
}

/** Topics are followed because of it, and the channel wakes up. Answers with what the sender wants of the topic now. */
async function stir(ctx: WriteContext, channel: PlaceToSend, arrived: Arrived): Promise<number | undefined> {
  const { topic, named } = arrived;
  const policy = await wishAfterSending(ctx, channel, topic, () => begins(ctx, channel, arrived));
  await followWhereMentioned(ctx, { channel_id: channel.id, topic_name: topic }, named);
  if (!channel.is_recently_active) await announceActivity(ctx, channel);
  return policy;
}

/** Whether a message is the first of its topic, as far as its sender can see. */
async function begins({ db, user }: WriteContext, channel: PlaceToSend, { id, isTopicNew }: Arrived): Promise<boolean> {
  if (isTopicNew || !isHistoryProtected(channel)) return isTopicNew;
  const earlier = hasReceivedEarlier(user, { id, channel_id: channel.id });
  const { rows } = await sql<{ found: boolean }>`select ${earlier} as found`.execute(db);
  return !rows[0]?.found;
}

const senders = new WeakMap<User, PresentedSender>();

/** An account is remembered between requests as long as nothing of it changes: so is how it looks. */
function presented(realm: Realm, user: User): PresentedSender {
  const known = senders.get(user) ?? presentSender(realm, user);
  senders.set(user, known);
  return known;
}

/** Whom a message calls by name, and whom it reached of those it calls so or through a group. */
function calledBy({ mentions }: Composed["rendered"], mentioned: FlagsByUser) {
  const reached = [...mentioned].flatMap(([id, stored]) => (stored & Flag.mentioned ? [id] : []));
  return { named: mentions.users, reached };
}

/** Bots that receive the message only because it mentions them. */
function withBots(audience: Audience, mentioned: FlagsByUser): Audience {
  const bots = [...mentioned].flatMap(([id, stored]) => (stored & Flag.received ? [id] : []));
  return bots.length > 0 ? { ...audience, users: [...(audience.users ?? []), ...bots] } : audience;
}

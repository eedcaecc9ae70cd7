/** Prepares a message: resolves its recipients, checks every rule and renders it, without storing anything. */

import { hasMetadataAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import { groupsContaining } from "../../kernel/access/store.ts";
import {
  ApiError,
  type ChannelId,
  demand,
  type RecipientId,
  type ShapeOf,
  said,
  type UserId,
} from "../../kernel/api/index.ts";
import type { Context, TxContext } from "../../kernel/context.ts";
import { apiEmail, type UserRow } from "../../people/users/present.ts";
import { userById } from "../../people/users/store.ts";
import { EMPTY_TOPIC_DISPLAY_NAME, normaliseTopic } from "../../text/topics.ts";
import {
  ChannelDoesNotExist,
  DirectMessagesDisabled,
  EmptyTopicNotAllowed,
  MayNotInitiate,
  MayNotPost,
  MissingTopic,
  NobodyToAuthorize,
  OnlyEmptyTopicAllowed,
  type sendMessage as sendOperation,
} from "../contract.ts";
import { oldestMessage } from "../newest/store.ts";
import { normaliseContent } from "../normalise.ts";
import {
  authorizersOf,
  canReachChannel,
  holdsPostingPermission,
  isAuthorized,
  isBetweenPeople,
  mayInitiate,
  type Sender,
} from "../permissions.ts";
import { channelAddress, channelAddressed, checkRecipients, type FindChannel, peopleAddressed } from "../recipients.ts";
import { directRecipient, topicByName } from "../store.ts";
import { type Composed, compose, DIRECT } from "./compose.ts";

export type SendRequest = ShapeOf<(typeof sendOperation)["params"]>;

/** The parts of a request that define the message. */
export type AddressedMessage = Pick<SendRequest, "to" | "topic" | "content" | "widget_content">;

export interface ForChannel {
  readonly channel: Channel;
  readonly topic: string;
  readonly composed: Composed;
}

/** A message that could be sent now: checked by every rule, and not stored. */
export async function prepareForChannel(
  ctx: TxContext,
  request: AddressedMessage,
  find?: FindChannel,
): Promise<ForChannel> {
  const address = await channelAddress(ctx, request.to);
  if (request.topic === undefined) throw new MissingTopic();
  const topic = normaliseTopic(request.topic);
  const content = normaliseContent(request.content);
  const channel = await channelToPostIn(ctx, address, find);
  checkTopicsPolicy(ctx, channel, topic);
  const place = { channel_id: channel.id, topicId: () => topicByName(ctx.db, channel.id, topic) };
  return { channel, topic, composed: await compose(ctx, { ...request, content }, place) };
}

/** The channel, if the caller may post there. */
export async function channelToPostIn(ctx: Context, address: ChannelId | string, find?: FindChannel): Promise<Channel> {
  const channel = await channelAddressed(ctx, address, find);
  const sender = await senderFor(ctx, channel);
  if (!holdsPostingPermission(sender, channel)) throw new MayNotPost();
  if (!canReachChannel(sender, channel)) throw unreachable(ctx, channel, address);
  return channel;
}

/** A request by id must not reveal the name of a hidden channel. */
function unreachable({ user }: Context, channel: Channel, address: string | number): ApiError {
  if (typeof address === "number" && !hasMetadataAccess(user, channel))
    return new ChannelDoesNotExist({ stream_id: address });
  return new ApiError(said`Not authorized to send to channel '${channel.name}'`);
}

/** For a bot, its owner's permission is enough. */
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

export function checkTopicsPolicy({ realm }: TxContext, channel: Channel, topic: string): void {
  const policy = channel.topics_policy === "inherit" ? realm.settings.topics_policy : channel.topics_policy;
  const shown = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
  if (policy === "disable_empty_topic" && topic === "") throw new EmptyTopicNotAllowed(shown);
  if (policy === "empty_topic_only" && topic !== "") throw new OnlyEmptyTopicAllowed(shown);
}

export interface ForPeople {
  /** Including the sender. */
  readonly participants: readonly UserRow[];
  readonly composed: Composed;
  readonly existing: RecipientId | undefined;
}

/** Prepares a direct message. */
export async function prepareForPeople(ctx: TxContext, request: AddressedMessage): Promise<ForPeople> {
  const { db, realm, user } = ctx;
  const addressed = await peopleAddressed(ctx, request.to);
  await checkRecipients(ctx, addressed);
  const content = normaliseContent(request.content);
  const gone = addressed.find((person) => !person.is_active);
  if (gone) throw new ApiError(said`'${apiEmail(realm, gone)}' is no longer using Parley.`);
  const others = addressed.filter((person) => person.id !== user.id);
  const self = await userById(db, realm.id, user.id);
  const participants = [self as UserRow, ...others].sort((a, b) => a.id - b.id);
  const ids = participants.map((person) => person.id);

  const existing = await directRecipient(db, realm.id, ids);
  if (isBetweenPeople(user, others)) await checkDirectPermission(ctx, ids, existing);
  return { participants, composed: await compose(ctx, { ...request, content }, DIRECT), existing };
}

async function checkDirectPermission(
  ctx: TxContext,
  participants: readonly UserId[],
  existing: RecipientId | undefined,
): Promise<void> {
  const { settings, systemGroups } = ctx.realm;
  const authorizers = authorizersOf(settings, systemGroups);
  if (authorizers === "nobody") throw new DirectMessagesDisabled();
  if (authorizers === "some") {
    const groups = await groupsContaining(ctx.db, ...participants);
    if (!isAuthorized({ groups }, settings)) throw new NobodyToAuthorize();
  }
  if (mayInitiate(ctx.user, settings)) return;
  // A conversation whose messages were all deleted must be started again.
  const hasStarted = existing !== undefined && (await oldestMessage(ctx.db, existing)) !== null;
  demand(hasStarted, new MayNotInitiate());
}

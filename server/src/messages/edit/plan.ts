/** Validates a request against every rule before changing anything. */
import { createHash } from "node:crypto";
import { activeChannelFor } from "../../channels/access.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import { demand, ExpectationMismatch, type ShapeOf } from "../../kernel/api/index.ts";
import type { Context, TxContext } from "../../kernel/context.ts";
import type { Rendered } from "../../text/markdown/render.ts";
import { normaliseTopic } from "../../text/topics.ts";
import type { Message } from "../access.ts";
import { renderFor } from "../content.ts";
import { MayNotPost } from "../contract.ts";
import { checkMentions } from "../mention-permissions.ts";
import { normaliseContent } from "../normalise.ts";
import { holdsPostingPermission } from "../permissions.ts";
import { checkTopicsPolicy, senderFor } from "../send/prepare.ts";
import { topicByName } from "../store.ts";
import { firstOfWidget } from "../submessages/store.ts";
import { visibleInChannel } from "../visibility.ts";
import { demandMayEdit } from "./check.ts";
import * as contract from "./contract.ts";
import {
  type Age,
  GRACE_SECONDS,
  isInTimeToMoveOut,
  isInTimeToRetopic,
  mayMoveOut,
  mayResolve,
  mayRetopic,
  oldestToMove,
} from "./permissions.ts";
import { isResolvedEmptyTopic, isResolving } from "./resolved.ts";
import { ages } from "./store.ts";

export type EditRequest = ShapeOf<(typeof contract.editMessage)["params"]>;

export interface NewContent {
  readonly content: string;
  readonly rendered: Rendered;
}

export interface Move {
  readonly from: Channel;
  readonly to: Channel;
  readonly topic: string;
  readonly mode: EditRequest["propagate_mode"];
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** The topic only gains or loses the resolved prefix. */
  readonly resolves: boolean;
}

export interface Plan {
  readonly content: NewContent | undefined;
  readonly move: Move | undefined;
}

export async function plan(ctx: TxContext, message: Message, request: EditRequest): Promise<Plan> {
  const { user, realm, now } = ctx;
  const age = { ageSeconds: now - message.sent_at, graceSeconds: GRACE_SECONDS };
  if (request.content !== undefined) demandMayEdit(realm, { isOwn: message.sender_id === user.id, ...age });
  const moving = movement(message, request);
  const isMoved = moving.changesTopic || moving.changesChannel;
  demand(request.content !== undefined || isMoved, new contract.NothingToChange());
  checkCombination(message, request, moving);
  if (request.content !== undefined)
    demand((await firstOfWidget(ctx.db, message.id)) === undefined, new contract.WidgetEdited());
  checkExpectation(message, request.prev_content_sha256);
  const text = request.content === undefined ? undefined : editedText(request.content);

  const move = message.channel && isMoved ? await planMove(ctx, message, message.channel, request, moving) : undefined;
  if (move) checkTopics(ctx, move, age);
  const content = text === undefined ? undefined : await compose(ctx, message, text, move);
  if (move) await checkMove(ctx, message, move, age);
  return { content, move };
}

interface Movement {
  readonly topic: string;
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
}

/** Naming the current topic and channel changes nothing: some clients always do. */
function movement(message: Message, { topic: sent, stream_id }: EditRequest): Movement {
  const topic = sent === undefined ? message.subject : normaliseTopic(sent);
  return {
    topic,
    changesTopic: topic !== message.subject,
    changesChannel: stream_id !== undefined && stream_id !== message.channel?.id,
  };
}

function checkCombination({ channel }: Message, request: EditRequest, { topic, ...changes }: Movement): void {
  if (!channel) {
    demand(!changes.changesChannel, new contract.DirectMessageToChannel());
    demand(!changes.changesTopic, new contract.DirectMessageWithTopic());
  }
  const isMoved = changes.changesTopic || changes.changesChannel;
  demand(isMoved || request.propagate_mode === "change_one", new contract.NothingToPropagate());
  demand(!changes.changesTopic || !isResolvedEmptyTopic(topic), new contract.EmptyTopicResolved());
  demand(request.content === undefined || request.stream_id === undefined, new contract.ContentWithChannel());
}

/** Prevents overwriting an edit that the user has not seen. */
function checkExpectation({ content }: Message, expected: string | undefined): void {
  if (expected === undefined) return;
  const actual = createHash("sha256").update(content).digest("hex");
  demand(expected.toLowerCase() === actual, new ExpectationMismatch({ field_name: "prev_content_sha256" }));
}

/** Emptying a message deletes its text. */
export const editedText = (sent: string) => normaliseContent(sent.trim() === "" ? "(deleted)" : sent);

async function planMove(ctx: Context, message: Message, from: Channel, request: EditRequest, movement: Movement) {
  const { stream_id, propagate_mode: mode } = request;
  const to =
    movement.changesChannel && stream_id !== undefined
      ? await activeChannelFor(ctx, stream_id, hasContentAccess)
      : from;
  return { ...movement, from, to, mode, resolves: isResolving(message.subject, movement.topic) };
}

/** Checks the messages' new topic. */
function checkTopics(ctx: TxContext, move: Move, age: Age): void {
  const {
    user,
    realm: { settings },
  } = ctx;
  checkTopicsPolicy(ctx, move.to, move.topic);
  if (!move.changesTopic) return;
  if (move.resolves) {
    demand(mayResolve(user, settings, move), new contract.MayNotResolve());
    return;
  }
  demand(mayRetopic(user, settings, move), new contract.MayNotEdit());
  demand(isInTimeToRetopic(user, settings, age), new contract.TopicTimeLimitPassed());
}

/** Mention rules are those of the target. */
async function compose(ctx: TxContext, message: Message, content: string, move?: Move): Promise<NewContent> {
  const { db, user } = ctx;
  const rendered = await renderFor(ctx, content, user);
  await checkMentions(ctx, user, rendered.mentions, {
    channel_id: message.channel?.id,
    topicId: async () => (move ? topicByName(db, move.to.id, move.topic) : (message.topic_id ?? undefined)),
  });
  return { content, rendered };
}

async function checkMove(ctx: TxContext, message: Message, move: Move, age: Age): Promise<void> {
  const {
    user,
    realm: { settings },
  } = ctx;
  if (move.changesChannel) {
    demand(mayMoveOut(user, settings, move.from), new contract.MayNotMove());
    demand(holdsPostingPermission(await senderFor(ctx, move.to), move.to), new MayNotPost());
    demand(isInTimeToMoveOut(user, settings, age), new contract.ChannelTimeLimitPassed());
  }
  if (move.mode === "change_all") await checkAges(ctx, message, move);
}

/** Moving a whole topic requires permission to move every message that the mover sees. */
async function checkAges({ db, user, realm, now }: TxContext, message: Message, move: Move): Promise<void> {
  const moves = { topic: move.changesTopic && !move.resolves, channel: move.changesChannel };
  const oldest = oldestToMove(user, realm.settings, moves);
  if (oldest === null || message.topic_id === null) return;
  const { total, allowed, first } = await ages(db, message.topic_id, visibleInChannel(user, move.from), now - oldest);
  if (allowed === total) return;
  throw new contract.MoveTimeLimitExceeded({
    total_messages_in_topic: total,
    total_messages_allowed_to_move: allowed,
    first_message_id_allowed_to_move: first,
  });
}

/** Which messages a narrow means, as a condition on messages the reader may see. */
import { type Expression, type SqlBool, sql } from "kysely";
import { ApiError, demand } from "../../api/index.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import type { Context } from "../../context.ts";
import { fold } from "../../db/names.ts";
import { BadNarrow, MissingRecipients, type NarrowTerm } from "../contract.ts";
import { normaliseTopic } from "../normalise.ts";
import { channelAddress, channelAddressed, peopleAddressed } from "../recipients.ts";
import { directRecipient, topicByName } from "../store.ts";
import { nothing, receivedBy, visibleInChannel } from "../visibility.ts";

interface Term {
  operator: "channel" | "topic" | "dm";
  operand: unknown;
}

const OPERATORS: Readonly<Record<string, Term["operator"]>> = {
  channel: "channel",
  stream: "channel",
  topic: "topic",
  subject: "topic",
  dm: "dm",
  "pm-with": "dm",
  pm_with: "dm",
};

/** More than anybody types, few enough to be answered at once. */
const MAX_TERMS = 100;

export async function narrowed(ctx: Context, sent: readonly NarrowTerm[]): Promise<Expression<SqlBool>> {
  demand(sent.length <= MAX_TERMS, new BadNarrow({ desc: `more than ${MAX_TERMS} terms` }));
  const terms = sent.map(toTerm);
  const operandsOf = (operator: Term["operator"]) =>
    terms.filter((term) => term.operator === operator).map((term) => term.operand);
  if (operandsOf("dm").length > 0 && operandsOf("dm").length < terms.length)
    throw new BadNarrow({ desc: "No message can be both a channel message and direct message" });

  const conditions: Expression<SqlBool>[] = [];
  const channels = await Promise.all(operandsOf("channel").map((operand) => channelNamed(ctx, operand)));
  for (const channel of channels) conditions.push(visibleInChannel(ctx.user, channel));
  if (channels.length === 0) conditions.push(receivedBy(ctx.user));
  for (const operand of operandsOf("topic")) conditions.push(await inTopic(ctx, channels[0], operand));
  for (const operand of operandsOf("dm")) conditions.push(await withPeople(ctx, operand));
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function toTerm(sent: NarrowTerm): Term {
  const { operator: name, operand, negated = false } = Array.isArray(sent) ? pair(sent) : sent;
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) throw new BadNarrow({ desc: `unknown operator ${name}` });
  // TODO(search and the other operators): conditions that can be inverted.
  if (negated) throw new BadNarrow({ desc: `'${name}' cannot be negated here.` });
  return { operator, operand };
}

const pair = ([operator, operand]: [string, string]) => ({ operator, operand, negated: false });

/** A channel that does not exist and one the reader may not read look the same. */
async function channelNamed(ctx: Context, operand: unknown): Promise<Channel> {
  try {
    const channel = await channelAddressed(ctx, channelAddress(operand));
    if (hasContentAccess(ctx.user, channel)) return channel;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new BadNarrow({ desc: `unknown channel ${typeof operand === "object" ? JSON.stringify(operand) : operand}` });
}

async function inTopic(ctx: Context, channel: Channel | undefined, operand: unknown): Promise<Expression<SqlBool>> {
  if (typeof operand !== "string") throw new ApiError("operand is not a string");
  const name = normaliseTopic(operand);
  if (!channel) {
    const topics = sql`select topic.id from topic join channel on channel.id = topic.channel_id
      where channel.realm_id = ${ctx.realm.id} and topic.name_key = ${fold(name)}`;
    return sql<SqlBool>`message.topic_id in (${topics})`;
  }
  const topicId = await topicByName(ctx.db, channel.id, name);
  return topicId === undefined ? nothing : sql<SqlBool>`message.topic_id = ${topicId}`;
}

async function withPeople(ctx: Context, operand: unknown): Promise<Expression<SqlBool>> {
  try {
    const people = await peopleAddressed(ctx, typeof operand === "number" ? [operand] : operand);
    const ids = new Set([ctx.user.id, ...people.map((person) => person.id)]);
    const recipientId = await directRecipient(ctx.db, ctx.realm.id, [...ids]);
    return recipientId === undefined ? nothing : sql<SqlBool>`message.recipient_id = ${recipientId}`;
  } catch (error) {
    if (error instanceof MissingRecipients) return nothing;
    if (!(error instanceof ApiError)) throw error;
    throw new BadNarrow({ desc: `unknown user in ${JSON.stringify(operand)}` });
  }
}

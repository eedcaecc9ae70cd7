/** Which messages a narrow means, as a condition on messages the reader may see. */
import { type Expression, type SqlBool, sql } from "kysely";
import { ApiError, type ShapeOf } from "../../api/index.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import type { Context } from "../../context.ts";
import { fold } from "../../db/names.ts";
import { BadNarrow, type getMessages } from "../contract.ts";
import { normaliseTopic } from "../normalise.ts";
import { channelAddressed, peopleAddressed } from "../recipients.ts";
import { directRecipient, topicByName } from "../store.ts";
import { receivedBy, visibleInChannel } from "../visibility.ts";

type Terms = ShapeOf<(typeof getMessages)["params"]>["narrow"];

interface Term {
  operator: string;
  operand: unknown;
}

const ALIASES: Record<string, string> = { stream: "channel", "pm-with": "dm", pm_with: "dm", subject: "topic" };
const nothing = sql<SqlBool>`1 = 0`;

export async function narrowed(ctx: Context, sent: Terms): Promise<Expression<SqlBool>> {
  const terms = sent.map(toTerm);
  const channelTerm = terms.find((term) => term.operator === "channel");
  const channel = channelTerm && (await channelNamed(ctx, channelTerm.operand));
  const conditions = [channel ? visibleInChannel(ctx.user, channel) : receivedBy(ctx.user)];
  for (const term of terms)
    if (term.operator === "topic") conditions.push(await inTopic(ctx, channel, term.operand));
    else if (term.operator === "dm") conditions.push(await withPeople(ctx, term.operand));
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function toTerm(sent: Terms[number]): Term {
  const {
    operator,
    operand,
    negated = false,
  } = "operator" in sent ? sent : { operator: sent[0], operand: sent[1], negated: undefined };
  const name = ALIASES[operator] ?? operator;
  if (!["channel", "topic", "dm"].includes(name)) throw new BadNarrow({ desc: `unknown '${operator}' operator.` });
  if (negated) throw new BadNarrow({ desc: `'${operator}' cannot be negated here.` });
  return { operator: name, operand };
}

/** A channel that does not exist and one the reader may not read look the same. */
async function channelNamed(ctx: Context, operand: unknown): Promise<Channel> {
  const address = typeof operand === "string" && /^\d+$/.test(operand) ? Number(operand) : operand;
  try {
    const channel = await channelAddressed(ctx, address);
    if (hasContentAccess(ctx.user, channel)) return channel;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new BadNarrow({ desc: `unknown channel ${typeof operand === "object" ? JSON.stringify(operand) : operand}` });
}

async function inTopic(ctx: Context, channel: Channel | undefined, operand: unknown): Promise<Expression<SqlBool>> {
  if (typeof operand !== "string") throw new BadNarrow({ desc: "the operand of 'topic' is not a string." });
  const name = normaliseTopic(operand);
  if (!channel) {
    const topics = sql`select topic.id from topic where topic.name_key = ${fold(name)}`;
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
    if (!(error instanceof ApiError)) throw error;
    throw new BadNarrow({ desc: `unknown user in ${JSON.stringify(operand)}` });
  }
}

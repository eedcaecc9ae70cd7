/** Which messages a narrow means: a condition on messages, within what the reader may see. */
import { type Expression, type SqlBool, sql } from "kysely";
import { type Channel, webPublicRecipients } from "../../channels/store.ts";
import { isGuest, isVisitor } from "../../kernel/access/roles.ts";
import { demand, type RecipientId } from "../../kernel/api/index.ts";
import { type Context, readSnapshotOf } from "../../kernel/context.ts";
import type { SearchPlace } from "../../text/search/engines.ts";
import { parseQuery } from "../../text/search/query.ts";
import { beginSearch, isSearched, type MessageSearch } from "../../text/search/search.ts";
import { BadNarrow, type NarrowTerm } from "../contract.ts";
import { inPublicChannels, personalHistory, visibleInChannel, visibleToVisitors } from "../visibility.ts";
import * as conversations from "./operators/conversations.ts";
import { holds, isIn, isInState, mentions } from "./operators/state.ts";
import { sentSince } from "./operators/time.ts";
import { type Term, termsOf } from "./terms.ts";
import { termsOfVisitor } from "./visitors.ts";
import { resolveWith } from "./with.ts";

type SqlCondition = Expression<SqlBool>;

export interface Narrow {
  /** All of it, in a query with `message`: visible to the reader, and what the terms say. */
  readonly condition: SqlCondition;
  /** What is searched for and where, and the rest of the condition. */
  readonly search?: MessageSearch & { readonly others: SqlCondition; readonly place: SearchPlace };
  /** The few channels that all of it is in, where the whole organization would have to be walked for them. */
  readonly among?: readonly RecipientId[] | undefined;
  /** Whether the narrow names a channel: then muting that channel says nothing. */
  readonly hasChannel: boolean;
  /** Whether it is a narrow to direct messages, where nothing is muted. */
  readonly isDirect: boolean;
}

export interface NarrowOptions {
  /** Whether `with` is known. */
  supportsWith?: boolean;
  /** Only what is in the reader's own history, whatever the narrow opens. */
  ownHistoryOnly?: boolean;
}

export async function narrowed(
  ctx: Context,
  sent: readonly NarrowTerm[],
  { supportsWith = false, ownHistoryOnly = false }: NarrowOptions = {},
): Promise<Narrow> {
  const given = isVisitor(ctx.user) ? termsOfVisitor(sent) : termsOf(sent);
  const isKnown = supportsWith || given.every((term) => term.operator !== "with");
  demand(isKnown, new BadNarrow({ desc: "unknown operator with" }));
  const terms = await resolveWith(ctx, given);
  refuseImpossible(terms);

  const channels = await Promise.all(
    terms
      .filter((term) => term.operator === "channel" && !term.negated)
      .map((term) => conversations.channelNamed(ctx, term.operand)),
  );
  const conditions: SqlCondition[] = [];
  if (ownHistoryOnly) conditions.push(...channels.map(conversations.inChannel));
  const unique = new Map(terms.filter((term) => !isSettled(term)).map((term) => [JSON.stringify(term), term]));
  for (const term of unique.values()) {
    const condition = await conditionOf(ctx, term, channels[0]);
    if (condition) conditions.push(term.negated ? sql<SqlBool>`not ${inBrackets(condition)}` : condition);
  }
  // Last, because it costs most to ask: what the terms leave out need not be visible.
  const others = all([...conditions, ownHistoryOnly ? personalHistory(ctx.user) : scopeOf(ctx, terms, channels)]);
  const among = isVisitor(ctx.user) && channels.length === 0 ? await openRecipients(ctx) : undefined;
  const about = { hasChannel: channels.length > 0, isDirect: terms.some(isDirectTerm) };
  const wanted = terms.filter((term) => term.operator === "search" && !term.negated);
  if (wanted.length === 0) return { condition: others, among, ...about };
  const search = await beginSearch(ctx.db, ctx.realm.id, queryOf(wanted));
  const place = await placeOf(ctx, terms, channels[0]);
  return { condition: all([others, isSearched(ctx.db, search)]), search: { ...search, others, place }, ...about };
}

/** The channel and the topic that all of it is in, as far as the terms name them. */
async function placeOf(ctx: Context, terms: readonly Term[], channel: Channel | undefined): Promise<SearchPlace> {
  if (!channel) return {};
  const topic = terms.find((term) => term.operator === "topic" && !term.negated);
  return {
    recipient_id: channel.recipient_id,
    topic_id: topic && (await conversations.topicNamed(ctx, channel, topic.operand)),
  };
}

/** Of more channels than this something is met soon enough by walking from the newest message on. */
const MANY_CHANNELS = 100;

/** What is open to visitors may be little of what an organization writes: anybody could make the server look for it. */
async function openRecipients({ db, realm }: Context): Promise<RecipientId[] | undefined> {
  const recipients = await webPublicRecipients(db, realm.id, MANY_CHANNELS + 1);
  return recipients.length > MANY_CHANNELS ? undefined : recipients;
}

/** Reads what a narrow means at one moment. For a search the index is first brought so far that it can read the rest. */
export async function readingNarrow<T>(
  ctx: Context,
  narrow: readonly NarrowTerm[],
  read: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { app, realm } = ctx;
  const isSearch = narrow.some((term) => (Array.isArray(term) ? term[0] : term.operator) === "search");
  if (isSearch) await app.indexer.prepare(realm.id);
  return readSnapshotOf(ctx, read);
}

const all = (conditions: readonly SqlCondition[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
const inBrackets = (condition: SqlCondition) => sql<SqlBool>`(${condition})`;

/** Several searches are one. */
const queryOf = (terms: readonly Term[]) => parseQuery(terms.map((term) => term.operand).join(" "));

/** Channels and searches that are asked for are dealt with together. */
const isSettled = ({ operator, negated }: Term) => !negated && (operator === "channel" || operator === "search");

const CHANNEL_OPERATORS = ["channel", "channels", "topic"];
const DIRECT_OPERATORS = ["dm", "dm-including", "group-pm-with"];

const isDirectState = ({ operator, operand }: Term) => operator === "is" && (operand === "dm" || operand === "private");
const isDirectTerm = (term: Term) => !term.negated && (DIRECT_OPERATORS.includes(term.operator) || isDirectState(term));
const isChannelTerm = (term: Term) => (term.negated ? isDirectState(term) : CHANNEL_OPERATORS.includes(term.operator));

function refuseImpossible(terms: readonly Term[]): void {
  if (terms.some(isChannelTerm) && terms.some(isDirectTerm))
    throw new BadNarrow({ desc: "No message can be both a channel message and direct message" });
}

/**
 * A narrow ranges over the reader's own history, unless it names channels whose history they may read. What it asks of
 * the reader's own state is known only of their own history.
 */
function scopeOf(ctx: Context, terms: readonly Term[], channels: readonly Channel[]): SqlCondition {
  const asksState = terms.some((term) => term.operator === "is" && term.operand !== "resolved");
  const isPublic = terms.some((term) => term.operator === "channels" && term.operand === "public" && !term.negated);
  if (channels.length > 0) {
    const visible = all(channels.map((channel) => visibleInChannel(ctx.user, channel)));
    return asksState ? all([visible, personalHistory(ctx.user)]) : visible;
  }
  if (isVisitor(ctx.user)) return visibleToVisitors(ctx.realm.id);
  if (isPublic && !asksState && !isGuest(ctx.user)) return inPublicChannels(ctx.realm.id);
  return personalHistory(ctx.user);
}

/** What a term says, before it is negated; undefined where it says nothing. */
async function conditionOf(ctx: Context, term: Term, channel: Channel | undefined): Promise<SqlCondition | undefined> {
  const { operator, operand } = term;
  switch (operator) {
    case "channel":
      return conversations.inChannel(await conversations.channelNamed(ctx, operand));
    case "channels":
      return conversations.inChannels(ctx, operand);
    case "topic":
      return conversations.inTopic(ctx, channel, operand);
    case "dm":
      return conversations.withPeople(ctx, operand);
    case "dm-including":
      return conversations.includingPerson(ctx, operand);
    case "group-pm-with":
      return conversations.inGroupWith(ctx, operand);
    case "sender":
      return conversations.sentBy(ctx, operand);
    case "mentions":
      return mentions(ctx, operand);
    case "date":
      return sentSince(ctx, operand);
    case "id":
      return conversations.isMessage(operand);
    case "is":
      return isInState(ctx, operand);
    case "has":
      return holds(operand);
    case "in":
      return isIn(ctx, operand);
    case "search":
      return isSearched(ctx.db, await beginSearch(ctx.db, ctx.realm.id, queryOf([term])));
    case "near":
    case "with":
      return undefined;
    default:
      return operator satisfies never;
  }
}

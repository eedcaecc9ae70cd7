/** Converts a narrow to a condition on messages, within what the reader can see. */
import { type Expression, type SqlBool, sql } from "kysely";
import { hasContentAccess } from "../../channels/permissions.ts";
import { type Channel, webPublicRecipients } from "../../channels/store.ts";
import { isGuest, isVisitor } from "../../kernel/access/roles.ts";
import { demand, type RecipientId, said } from "../../kernel/api/index.ts";
import { type Context, readSnapshotOf } from "../../kernel/context.ts";
import { readByIndex } from "../../kernel/db/dialect.ts";
import type { SearchPlace } from "../../text/search/engines.ts";
import { indexer } from "../../text/search/indexer.ts";
import { parseQuery } from "../../text/search/query.ts";
import { beginSearch, isSearched, type MessageSearch } from "../../text/search/search.ts";
import { BadNarrow, type NarrowTerm } from "../contract.ts";
import { inPublicChannels, nothing, personalHistory, visibleInChannel, visibleToVisitors } from "../visibility.ts";
import * as conversations from "./operators/conversations.ts";
import { holds, isIn, isInState, mentions } from "./operators/state.ts";
import { sentSince } from "./operators/time.ts";
import { type Term, termsOf } from "./terms.ts";
import { termsOfVisitor } from "./visitors.ts";
import { resolveWith } from "./with.ts";

type SqlCondition = Expression<SqlBool>;

export interface Narrow {
  /** The whole condition, in a query with `message`: visible to the reader, and matching the terms. */
  readonly condition: SqlCondition;
  /** The search and its place, and the rest of the condition. */
  readonly search?: MessageSearch & { readonly others: SqlCondition; readonly place: SearchPlace };
  /** The few channels that contain all results, if otherwise the whole organization had to be scanned. */
  readonly among?: readonly RecipientId[] | undefined;
  /** Named by the narrow, so that muting them is ignored. The reader may be unable to read them: then there are no messages. */
  readonly channels: readonly Channel[];
  /** Whether it is a narrow to direct messages, where nothing is muted. */
  readonly isDirect: boolean;
}

export interface NarrowOptions {
  /** Whether `with` is supported. */
  supportsWith?: boolean;
  /** Only the reader's own history, whatever the narrow allows. */
  ownHistoryOnly?: boolean;
}

export async function narrowed(
  ctx: Context,
  sent: readonly NarrowTerm[],
  { supportsWith = false, ownHistoryOnly = false }: NarrowOptions = {},
): Promise<Narrow> {
  const given = isVisitor(ctx.user) ? termsOfVisitor(sent) : termsOf(sent);
  const isKnown = supportsWith || given.every((term) => term.operator !== "with");
  demand(isKnown, new BadNarrow({ desc: said`unknown operator with` }));
  const terms = await resolveWith(ctx, given);
  refuseImpossible(terms);

  const channels = await Promise.all(
    terms
      .filter((term) => term.operator === "channel" && !term.negated)
      .map((term) => conversations.channelNamed(ctx, term.operand)),
  );
  const isReadable = channels.every((channel) => hasContentAccess(ctx.user, channel));
  const channel = isReadable ? channels[0] : undefined;
  const conditions: SqlCondition[] = [];
  if (ownHistoryOnly) conditions.push(...channels.map(conversations.inChannel));
  const unique = new Map(terms.filter((term) => !isSettled(term)).map((term) => [JSON.stringify(term), term]));
  for (const term of unique.values()) {
    const condition = await conditionOf(ctx, term, channel);
    if (condition) conditions.push(term.negated ? sql<SqlBool>`not ${inBrackets(condition)}` : condition);
  }
  const about = { channels, isDirect: terms.some(isDirectTerm) };
  // Without looking any further: not even the time it takes may depend on what is hidden.
  if (!isReadable) return { condition: nothing, ...about };
  // Last, because it is the most expensive: what the terms exclude need not be visible.
  const others = all([...conditions, ownHistoryOnly ? personalHistory(ctx.user) : scopeOf(ctx, terms, channels)]);
  const among = isVisitor(ctx.user) && channels.length === 0 ? await openRecipients(ctx) : undefined;
  const wanted = terms.filter((term) => term.operator === "search" && !term.negated);
  if (wanted.length === 0) return { condition: others, among, ...about };
  const search = await beginSearch(ctx.db, ctx.realm.id, queryOf(wanted));
  const place = await placeOf(ctx, terms, channel);
  return { condition: all([others, isSearched(ctx.db, search)]), search: { ...search, others, place }, ...about };
}

/** The channel and topic that contain everything, as far as the terms name them. */
async function placeOf(ctx: Context, terms: readonly Term[], channel: Channel | undefined): Promise<SearchPlace> {
  if (!channel) return {};
  const topic = terms.find((term) => term.operator === "topic" && !term.negated);
  return {
    recipient_id: channel.recipient_id,
    topic_id: topic && (await conversations.topicNamed(ctx, channel, topic.operand)),
  };
}

/** With more channels, scanning from the newest message finds results soon enough. */
const MANY_CHANNELS = 100;

/** Web-public content may be a small part of an organization, and anyone could make the server search for it. */
async function openRecipients({ db, realm }: Context): Promise<RecipientId[] | undefined> {
  const recipients = await webPublicRecipients(db, realm.id, MANY_CHANNELS + 1);
  return recipients.length > MANY_CHANNELS ? undefined : recipients;
}

/** Evaluates a narrow in one snapshot. For a search, the index is first brought up to date as far as needed. */
export async function readingNarrow<T>(
  ctx: Context,
  narrow: readonly NarrowTerm[],
  read: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { app, realm } = ctx;
  const isSearch = narrow.some((term) => (Array.isArray(term) ? term[0] : term.operator) === "search");
  if (isSearch) await indexer.of(app).prepare(realm.id);
  return readSnapshotOf(ctx, async (reading) => {
    // Started first, so that it takes effect before the others.
    const [, result] = await Promise.all([readByIndex(reading.db, { plansOnce: isSearch }), read(reading)]);
    return result;
  });
}

const all = (conditions: readonly SqlCondition[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
const inBrackets = (condition: SqlCondition) => sql<SqlBool>`(${condition})`;

/** Several searches are combined. */
const queryOf = (terms: readonly Term[]) => parseQuery(terms.map((term) => term.operand).join(" "));

/** Channels and positive searches are handled together. */
const isSettled = ({ operator, negated }: Term) => !negated && (operator === "channel" || operator === "search");

const CHANNEL_OPERATORS = ["channel", "channels", "topic"];
const DIRECT_OPERATORS = ["dm", "dm-including", "group-pm-with"];

const isDirectState = ({ operator, operand }: Term) => operator === "is" && (operand === "dm" || operand === "private");
const isDirectTerm = (term: Term) => !term.negated && (DIRECT_OPERATORS.includes(term.operator) || isDirectState(term));
const isChannelTerm = (term: Term) => (term.negated ? isDirectState(term) : CHANNEL_OPERATORS.includes(term.operator));

function refuseImpossible(terms: readonly Term[]): void {
  if (terms.some(isChannelTerm) && terms.some(isDirectTerm))
    throw new BadNarrow({ desc: said`No message can be both a channel message and direct message` });
}

/**
 * A narrow covers the reader's own history, unless it names channels whose history they can read. Personal state is
 * only known within the reader's own history.
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

/** A term's condition, before negation; undefined if it has none. */
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

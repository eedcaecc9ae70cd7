/** Describes search terms in words, for chips and titles. */

import type { State } from "@parley/client";
import type { CHANNELS_OPERANDS, HasOperand, IN_OPERANDS, IsOperand, NarrowTerm } from "../address/narrow.ts";
import { peoplePiece, type TitlePiece, topicPiece } from "../address/title.ts";
import type { TextKey } from "../text/text.ts";

/** A text key and its values. Days are formatted where they are shown. */
export interface Described {
  readonly key: TextKey;
  readonly name?: TitlePiece;
  readonly day?: string;
}

type Pair = readonly [TextKey, TextKey];

const IS: Readonly<Record<IsOperand, Pair>> = {
  dm: ["search.isDirect", "search.isNotDirect"],
  mentioned: ["search.isMentioned", "search.isNotMentioned"],
  starred: ["search.isStarred", "search.isNotStarred"],
  unread: ["search.isUnread", "search.isNotUnread"],
  followed: ["search.isFollowed", "search.isNotFollowed"],
  resolved: ["search.isResolved", "search.isNotResolved"],
  alerted: ["search.isAlerted", "search.isNotAlerted"],
  muted: ["search.isMuted", "search.isNotMuted"],
};

const HAS: Readonly<Record<HasOperand, Pair>> = {
  image: ["search.hasImage", "search.hasNoImage"],
  link: ["search.hasLink", "search.hasNoLink"],
  attachment: ["search.hasAttachment", "search.hasNoAttachment"],
  reaction: ["search.hasReaction", "search.hasNoReaction"],
};

const IN: Readonly<Record<(typeof IN_OPERANDS)[number], Pair>> = {
  home: ["search.inHome", "search.notInHome"],
  all: ["search.inAll", "search.inAll"],
};

const CHANNELS: Readonly<Record<(typeof CHANNELS_OPERANDS)[number], Pair>> = {
  public: ["search.inPublicChannels", "search.notInPublicChannels"],
  "web-public": ["search.inWebPublicChannels", "search.notInWebPublicChannels"],
};

type DescriptionState = Pick<State, "channels" | "users" | "realm">;

export function describedTerm(term: NarrowTerm, state: DescriptionState): Described {
  const one = ([plain, negated]: Pair): TextKey => (term.negated ? negated : plain);
  const name = (text: string): TitlePiece => ({ type: "name", text });
  switch (term.operator) {
    case "channel": {
      const channel = state.channels.channels.get(term.operand)?.name;
      const piece: TitlePiece = channel === undefined ? { type: "words", key: "address.unknown" } : name(channel);
      return { key: one(["search.inChannel", "search.notInChannel"]), name: piece };
    }
    case "topic":
      return { key: one(["search.inTopic", "search.notInTopic"]), name: topicPiece(term.operand, state) };
    case "dm":
      return { key: one(["search.directWith", "search.notDirectWith"]), name: peoplePiece(term.operand, state) };
    case "dm-including":
      return {
        key: one(["search.directIncluding", "search.notDirectIncluding"]),
        name: peoplePiece([term.operand], state),
      };
    case "sender":
      return fromPerson(term, state);
    case "mentions":
      return { key: one(["search.mentions", "search.mentionsNot"]), name: peoplePiece([term.operand], state) };
    case "is":
      return { key: one(IS[term.operand]) };
    case "has":
      return { key: one(HAS[term.operand]) };
    case "in":
      return { key: one(IN[term.operand]) };
    case "channels":
      return { key: one(CHANNELS[term.operand]) };
    case "date":
      return { key: one(["search.from", "search.before"]), day: term.operand };
    case "search":
      return { key: "search.words", name: name(term.operand) };
    case "id":
      return { key: one(["search.message", "search.notMessage"]), name: name(`${term.operand}`) };
    case "near":
    case "with":
      return { key: "search.nearMessage", name: name(`${term.operand}`) };
    default:
      return term satisfies never;
  }
}

function fromPerson(
  { operand, negated }: Extract<NarrowTerm, { operator: "sender" }>,
  state: DescriptionState,
): Described {
  if (operand === state.users.ownId) return { key: negated ? "search.notFromMe" : "search.fromMe" };
  return { key: negated ? "search.notFromPerson" : "search.fromPerson", name: peoplePiece([operand], state) };
}

/** The terms in words, people first: "from Mei Tanaka", "in launch", "with tides". */
export function described(terms: readonly NarrowTerm[], state: DescriptionState): Described[] {
  const order = (term: NarrowTerm) => (term.operator === "sender" ? 0 : term.operator === "search" ? 2 : 1);
  return terms.toSorted((a, b) => order(a) - order(b)).map((term) => describedTerm(term, state));
}

/** After an empty result: a chip that could be removed, and the remaining narrow. */
export interface Loosening {
  readonly dropped: NarrowTerm;
  readonly left: readonly NarrowTerm[];
}

/** What to remove, most helpful first: places before people, people before words. */
export function loosenings(terms: readonly NarrowTerm[]): Loosening[] {
  const rank = ({ operator }: NarrowTerm) => {
    if (operator === "topic") return 0;
    if (operator === "channel" || operator === "dm") return 1;
    return operator === "search" ? 3 : 2;
  };
  return terms
    .filter(({ operator }) => operator !== "near" && operator !== "with")
    .map((dropped) => ({ dropped, left: terms.filter((term) => term !== dropped && !goesWith(term, dropped)) }))
    .filter(({ left }) => left.length > 0)
    .toSorted((a, b) => rank(a.dropped) - rank(b.dropped));
}

/** A topic is meaningless without its channel and is removed with it. */
const goesWith = (term: NarrowTerm, dropped: NarrowTerm) =>
  dropped.operator === "channel" && !dropped.negated && (term.operator === "topic" || isOpening(term));
const isOpening = ({ operator }: NarrowTerm) => operator === "near" || operator === "with";

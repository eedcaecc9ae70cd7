/** Pages of messages: requests, and what their responses cover. */
import type { ArgumentsOf, messages, ShapeOf } from "@parley/server/contract";
import type { Term } from "./narrow.ts";
import { type IdRange, NEWEST, OLDEST, placeOf } from "./ranges.ts";

export const PAGE = 100;

export interface PageRequest {
  readonly anchor: number | "newest" | "oldest" | "first_unread";
  readonly before: number;
  readonly after: number;
  readonly excludesAnchor?: boolean;
}

export interface MessagePage {
  readonly range: IdRange;
  /** The message at which `first_unread` was found, if there is one. */
  readonly anchor: number | undefined;
  readonly historyLimited: boolean;
  readonly matches: ReadonlyMap<number, { content: string; subject: string }>;
  /** Messages that events changed or added since the request; `added` holds the new ones. */
  readonly touched: ReadonlySet<number>;
  readonly added: ReadonlySet<number>;
}

/** How many of the shown messages are refetched after missed events, and how many newer ones with them. */
const MOST_REFETCHED = 1000;
const NEWER_REFETCHED = 500;

/** A page around the place where a view opens. */
export function around(anchor: PageRequest["anchor"]): PageRequest {
  if (anchor === "newest") return { anchor, before: PAGE, after: 0 };
  return { anchor, before: PAGE / 2, after: PAGE / 2 };
}

/** Refetches what is shown, up to a limit on both sides of the reader, and what may have arrived after it. */
export function againAround(shown: IdRange | undefined, place: number): PageRequest {
  if (!shown || shown.ids.length === 0) return around(place === NEWEST || !shown ? "newest" : place);
  const at = placeOf(shown.ids, place);
  const first = Math.max(0, at - MOST_REFETCHED / 2);
  const last = Math.min(shown.ids.length, first + MOST_REFETCHED);
  const anchor = first === 0 && shown.from === OLDEST ? "oldest" : (shown.ids[first] as number);
  return { anchor, before: 0, after: last - first + NEWER_REFETCHED };
}

type MessagesResponse = ShapeOf<(typeof messages.getMessages)["response"]>;

/** The message format this client asks for. */
export const LOOK = { apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true } as const;

/** For notes to oneself the server expects the user's own id. */
export const wireTerms = (terms: readonly Term[], ownId: number): Term[] =>
  terms.map((term) =>
    term.operator === "dm" && Array.isArray(term.operand) && term.operand.length === 0
      ? { ...term, operand: [ownId] }
      : term,
  );

export function argumentsFor(
  terms: readonly Term[],
  { anchor, before, after, excludesAnchor = false }: PageRequest,
  ownId: number,
): ArgumentsOf<(typeof messages.getMessages)["params"]> {
  return {
    ...LOOK,
    narrow: wireTerms(terms, ownId),
    anchor: String(anchor),
    num_before: before,
    num_after: after,
    include_anchor: !excludesAnchor,
  };
}

/** The range that a response covers: up to the ends that were reached, or the outermost messages, or the anchor. */
export function rangeOf(answer: MessagesResponse, { before, after, excludesAnchor }: PageRequest): IdRange {
  const ids = answer.messages.map(({ id }) => id);
  const anchor = answer.anchor ?? OLDEST;
  const from = answer.found_oldest ? OLDEST : before > 0 ? ids[0] : anchor + (excludesAnchor ? 1 : 0);
  const upto = answer.found_newest ? NEWEST : after > 0 ? ids.at(-1) : anchor - (excludesAnchor ? 1 : 0);
  return { from: from ?? anchor, upto: upto ?? anchor, ids };
}

export function matchesIn({ messages }: MessagesResponse): Map<number, { content: string; subject: string }> {
  return new Map(
    messages.flatMap(({ id, match_content, match_subject }) =>
      match_content === undefined ? [] : [[id, { content: match_content, subject: match_subject ?? "" }] as const],
    ),
  );
}

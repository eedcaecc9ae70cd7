/** Checks whether a client's messages match a narrow, and how they are shown in it. */
import { demand, type ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { mapInSteps } from "../../kernel/steps.ts";
import { highlightHtml, highlightText } from "../../text/search/highlight.ts";
import type { Query } from "../../text/search/query.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../text/topics.ts";
import { MAX_MESSAGES_PER_FETCH, type matchesNarrow, TooManyMessages } from "../contract.ts";
import type { FetchedMessage } from "../store.ts";
import { narrowed } from "./narrow.ts";
import { readByIds } from "./range.ts";

type MatchesRequest = ShapeOf<(typeof matchesNarrow)["params"]>;

/** Only within the caller's own history: it is used for newly arrived messages. */
export async function findMatches(ctx: Context, { msg_ids, narrow }: MatchesRequest) {
  demand(msg_ids.length <= MAX_MESSAGES_PER_FETCH, new TooManyMessages());
  const wanted = await narrowed(ctx, narrow, { ownHistoryOnly: true });
  const rows = await readByIds(ctx, msg_ids, wanted);
  const match = (row: FetchedMessage) => [String(row.id), matchOf(wanted.search?.query ?? [], row, false)] as const;
  return { messages: Object.fromEntries(await mapInSteps(rows, match)) };
}

/** The content and topic as HTML, with search matches marked. */
export function matchOf(query: Query, row: FetchedMessage, emptyTopic: boolean) {
  const isUnnamed = row.subject === "" && row.topic_id !== null && !emptyTopic;
  return {
    match_content: highlightHtml(query, row.rendered_content),
    match_subject: highlightText(query, isUnnamed ? EMPTY_TOPIC_DISPLAY_NAME : row.subject),
  };
}

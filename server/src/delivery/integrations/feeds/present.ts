/** Feeds as those who manage the bot see them. */
import type { Context } from "../../../kernel/context.ts";
import type { Secrets } from "../../../kernel/secrets.ts";
import { readersSpeaker, sentenceFrom } from "../stored-sentence.ts";
import { FETCH_OUTCOMES, type FetchOutcome, type PresentedFeed } from "./contract.ts";
import type { FeedRow } from "./store.ts";

/** Empty if it is unknown: the feed was imported without it, or the server has another secret key. */
export function addressOf(secrets: Secrets, { address_encrypted }: Pick<FeedRow, "address_encrypted">): string {
  try {
    return secrets.decrypt(address_encrypted);
  } catch {
    return "";
  }
}

/** With reasons in the language of the reader. */
export function presentFeeds(ctx: Context, rows: readonly FeedRow[]): PresentedFeed[] {
  const speaker = readersSpeaker(ctx);
  return rows.map((row) => ({
    feed_id: row.id,
    kind: row.kind,
    url: addressOf(ctx.app.secrets, row),
    stream_id: row.channel_id,
    topic: row.topic,
    filter_words: [...row.filter_words],
    minutes_before: row.minutes_before,
    time_zone: row.time_zone,
    title: row.title,
    is_paused: row.is_paused,
    date_added: row.added_at,
    next_fetch_at: row.is_paused ? null : row.next_fetch_at,
    last_fetch:
      row.fetched_at === null
        ? null
        : {
            at: row.fetched_at,
            outcome: outcomeOf(row.outcome),
            status: row.status,
            reason: row.reason && speaker.say(sentenceFrom(row.reason)),
            entries: row.entry_count,
          },
  }));
}

const outcomeOf = (stored: string | null): FetchOutcome =>
  FETCH_OUTCOMES.find((each) => each === stored) ?? "unreachable";

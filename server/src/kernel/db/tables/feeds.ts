/** Addresses that the server fetches for bots. */
import type { Generated } from "kysely";
import type { ChannelId, RealmId, UserId } from "../../api/ids.ts";
import type { Json, NullableJson } from "./json.ts";
import type { StoredSentence } from "./people.ts";

export interface FeedTable {
  id: Generated<number>;
  realm_id: RealmId;
  /** The bot. */
  user_id: UserId;
  channel_id: ChannelId;
  kind: "news" | "calendar";
  /** The path and the query of an address may be secret. */
  address_encrypted: string;
  /** Empty for the title that the feed gives itself. */
  topic: string;
  filter_words: Json<readonly string[]>;
  /** Of calendars, here and below. */
  minutes_before: number | null;
  time_zone: string | null;
  is_paused: boolean;
  added_at: number;
  title: string;
  etag: string | null;
  last_modified: string | null;
  fetched_at: number | null;
  outcome: string | null;
  /** The HTTP status, if there was a response. */
  status: number | null;
  reason: NullableJson<StoredSentence>;
  entry_count: number;
  /** Since the last success. */
  failures: number;
  next_fetch_at: number;
  /** Keys of the entries that were posted or passed over; null until the first success. */
  seen: NullableJson<readonly string[]>;
  /** The events of the next days, earliest reminder first. */
  upcoming: NullableJson<readonly UpcomingEvent[]>;
  next_reminder_at: number | null;
}

/** One occurrence of a calendar's event. */
export interface UpcomingEvent {
  /** Equal in every fetch of this occurrence. */
  readonly key: string;
  readonly remind_at: number;
  readonly starts_at: number;
  /** Null if it is as long as nothing. */
  readonly ends_at: number | null;
  readonly is_all_day: boolean;
  readonly summary: string;
  readonly location: string;
  readonly url: string;
}

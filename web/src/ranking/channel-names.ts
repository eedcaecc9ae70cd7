/** Finds the channels and topics that a `#` can mean. */
import type { State } from "@parley/client";
import { following } from "./follow.ts";
import { prepareName, prepareQuery, qualityOf } from "./match.ts";
import { MOST_SUGGESTED } from "./mentions.ts";
import { NameIndex } from "./name-index.ts";

type RankedChannel = State["channels"]["channels"] extends ReadonlyMap<number, infer C> ? C : never;

const SUBSCRIBED = 10;

export class ChannelNames {
  readonly #index = new NameIndex<RankedChannel>();
  readonly #follow = following<number, RankedChannel, RankedChannel>(
    this.#index,
    (id) => `${id}`,
    (channel) => (channel.is_archived ? undefined : { item: channel, name: channel.name }),
  );

  follow({ channels }: Pick<State, "channels">): void {
    this.#follow(channels.channels);
  }

  /** The open channel first, then subscribed ones, then by how the name matches. */
  find(typed: string, { openId }: { readonly openId: number | undefined }): number[] {
    const found = this.#index.find(typed, {
      limit: MOST_SUGGESTED,
      rank: ({ item, quality }) =>
        quality + (item.is_subscribed ? SUBSCRIBED : 0) + (item.stream_id === openId ? 2 * SUBSCRIBED : 0),
    });
    return found.map((channel) => channel.stream_id);
  }
}

/** The matching topics of a channel, best first; `topics` are newest first. */
export function findTopics(typed: string, topics: readonly string[], limit = MOST_SUGGESTED): string[] {
  const query = prepareQuery(typed);
  if (query.words.length === 0) return topics.slice(0, limit);
  const matching = topics.map((topic) => ({ topic, quality: qualityOf(prepareName(topic), query) }));
  const found = matching.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return found.slice(0, limit).map(({ topic }) => topic);
}

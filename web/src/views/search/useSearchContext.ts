/** The data for suggestions. */
import type { State } from "@parley/client";
import { useState } from "react";
import type { NarrowTerm } from "../../address/narrow.ts";
import { following } from "../../ranking/follow.ts";
import { NameIndex } from "../../ranking/name-index.ts";
import type { SearchContext } from "../../search-language/suggestions.ts";
import { useTopicsOf } from "../../state/channel-topics.ts";
import { useStore } from "../../state/store.ts";
import { currentLocale } from "../../text/text.ts";
import { useRecentSearches } from "./recent.ts";
import { say } from "./say.ts";

type ValueOf<M> = M extends ReadonlyMap<number, infer V> ? V : never;

/** A name index kept in step with the store. */
class SearchNames {
  readonly people = new NameIndex<number>();
  readonly channels = new NameIndex<number>();
  readonly #followPeople = following<number, ValueOf<State["users"]["users"]>, number>(
    this.people,
    (id) => `${id}`,
    ({ user_id, full_name }) => ({ item: user_id, name: full_name }),
  );
  readonly #followChannels = following<number, ValueOf<State["channels"]["channels"]>, number>(
    this.channels,
    (id) => `${id}`,
    ({ stream_id, name }) => ({ item: stream_id, name }),
  );

  follow({ users, channels }: State): void {
    this.#followPeople(users.users);
    this.#followChannels(channels.channels);
  }
}

export function useSearchContext(terms: readonly NarrowTerm[], isWanted: boolean): SearchContext {
  const [names] = useState(() => new SearchNames());
  const state = useStore((each) => each);
  const channel = terms.find(({ operator, negated }) => operator === "channel" && !negated)?.operand;
  const topics = useTopicsOf(typeof channel === "number" ? channel : undefined, isWanted);
  const recent = useRecentSearches();
  if (isWanted) names.follow(state);
  return {
    state,
    terms,
    people: names.people,
    channels: names.channels,
    topics,
    recent,
    say,
    today: new Date(),
    locale: currentLocale(),
  };
}

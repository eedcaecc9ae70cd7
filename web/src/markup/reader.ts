/** The state that affects how a message looks: one selection for all enhancements, the same object while unchanged. */
import type { State } from "@parley/client";
import { clockOf, settingsOf } from "../state/settings.ts";
import type { Clock } from "../text/dates.ts";
import type { Animate } from "./enhance/animated.ts";
import { ownGroups } from "./own-groups.ts";

export interface MarkupReader {
  readonly ownId: number;
  readonly ownGroups: ReadonlySet<number>;
  readonly channels: State["channels"]["channels"];
  readonly playgrounds: State["markup"]["playgrounds"];
  readonly stills: ReadonlyMap<string, string>;
  readonly clock: Clock;
  readonly animate: Animate;
  readonly emojiAsNames: boolean;
}

/** Memoizes the last result while the inputs are the same. */
function remembered<A extends readonly unknown[], R>(make: (...given: A) => R): (...given: A) => R {
  let last: { readonly given: A; readonly made: R } | undefined;
  return (...given) => {
    if (!last || given.some((value, index) => value !== last?.given[index])) last = { given, made: make(...given) };
    return last.made;
  };
}

const groupsOf = remembered((groups: State["groups"], ownId: number) => ownGroups(groups, ownId));
const stillsOf = remembered((emoji: State["markup"]["emoji"]): ReadonlyMap<string, string> => {
  const animated = Object.values(emoji).flatMap(({ source_url, still_url }) =>
    still_url ? [[source_url, still_url] as const] : [],
  );
  return new Map(animated);
});
const readerFrom = remembered(
  (ownId, groups, channels, playgrounds, stills, clock, animate, emojiAsNames): MarkupReader => ({
    ownId,
    ownGroups: groups,
    channels,
    playgrounds,
    stills,
    clock,
    animate,
    emojiAsNames,
  }),
) as (...given: ReaderInputs) => MarkupReader;

type ReaderInputs = readonly [
  MarkupReader["ownId"],
  MarkupReader["ownGroups"],
  MarkupReader["channels"],
  MarkupReader["playgrounds"],
  MarkupReader["stills"],
  MarkupReader["clock"],
  MarkupReader["animate"],
  MarkupReader["emojiAsNames"],
];

export function readerOf(state: State): MarkupReader {
  const { users, groups, channels, markup } = state;
  const { web_animate_image_previews, emojiset } = settingsOf(state);
  return readerFrom(
    users.ownId,
    groupsOf(groups, users.ownId),
    channels.channels,
    markup.playgrounds,
    stillsOf(markup.emoji),
    clockOf(state),
    web_animate_image_previews as Animate,
    emojiset === "text",
  );
}

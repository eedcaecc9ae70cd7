import type { customEmoji, linkifiers, playgrounds, ValueOf } from "@parley/server/contract";
import { part } from "./part.ts";

export type CustomEmoji = ValueOf<typeof customEmoji.customEmoji>;
export type Linkifier = ValueOf<typeof linkifiers.linkifierObject>;
export type Playground = ValueOf<typeof playgrounds.playgroundObject>;

/** The organization's custom emoji, linkifiers and playgrounds. */
export interface MarkupState {
  /** By id, deactivated ones included. */
  readonly emoji: Readonly<Record<string, CustomEmoji>>;
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
}

export const markupPart = part<MarkupState>({
  from: (snapshot) => ({
    emoji: snapshot.realm_emoji ?? {},
    linkifiers: snapshot.realm_linkifiers ?? [],
    playgrounds: snapshot.realm_playgrounds ?? [],
  }),

  on: {
    realm_emoji: { update: (state, { realm_emoji: emoji }) => ({ ...state, emoji }) },
    realm_linkifiers: (state, { realm_linkifiers: linkifiers }) => ({ ...state, linkifiers }),
    realm_playgrounds: (state, { realm_playgrounds: playgrounds }) => ({ ...state, playgrounds }),
  },
});

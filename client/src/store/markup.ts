import type { customEmoji, linkifiers, playgrounds, ValueOf } from "@parley/server/contract";
import { part } from "./part.ts";

export type CustomEmoji = ValueOf<typeof customEmoji.customEmoji>;
export type Linkifier = ValueOf<typeof linkifiers.linkifierObject>;
export type Playground = ValueOf<typeof playgrounds.playgroundObject>;

/** What the organization adds to texts. */
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

  apply(state, event) {
    switch (event.type) {
      case "realm_emoji":
        return { ...state, emoji: event.realm_emoji as MarkupState["emoji"] };
      case "realm_linkifiers":
        return { ...state, linkifiers: event.realm_linkifiers as Linkifier[] };
      case "realm_playgrounds":
        return { ...state, playgrounds: event.realm_playgrounds as Playground[] };
      default:
        return state;
    }
  },
});

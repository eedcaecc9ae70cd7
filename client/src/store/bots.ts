import type { bots, ShapeOf } from "@parley/server/contract";
import { part, withChanges, withEntry, withoutEntry } from "./part.ts";

export type Bot = ShapeOf<typeof bots.botFields>;

/** The bots that the user manages. */
export type BotsState = ReadonlyMap<number, Bot>;

export const botsPart = part<BotsState>({
  from: (snapshot) => new Map((snapshot.realm_bots ?? []).map((bot) => [bot.user_id, bot])),

  on: {
    realm_bot: {
      add: (state, { bot }) => withEntry(state, bot.user_id, bot),
      update: (state, { bot }) => withChanges(state, bot.user_id, bot),
      delete: (state, { bot }) => withoutEntry(state, bot.user_id),
    },
    realm_user: {
      /** A new email comes as a user event for everyone who sees the bot; its managers get no other event. */
      update: (state, { person: { user_id, new_email: email } }) =>
        email === undefined ? state : withChanges(state, user_id, { email }),
    },
  },
});

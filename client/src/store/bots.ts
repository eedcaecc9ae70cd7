import type { bots, ShapeOf } from "@parley/server/contract";
import { part, withEntry } from "./part.ts";

export type Bot = ShapeOf<typeof bots.botFields>;

/** The bots that the user manages. */
export type BotsState = ReadonlyMap<number, Bot>;

export const botsPart = part<BotsState>({
  from: (snapshot) => new Map((snapshot.realm_bots ?? []).map((bot) => [bot.user_id, bot])),

  apply(state, event) {
    if (event.type === "realm_user") return withNewAddress(state, event.person as Person);
    if (event.type !== "realm_bot") return state;
    const bot = event.bot as Partial<Bot> & { user_id: number };
    if (event.op === "add") return withEntry(state, bot.user_id, bot as Bot);
    if (event.op === "delete") return new Map([...state].filter(([id]) => id !== bot.user_id));
    const known = state.get(bot.user_id);
    return event.op === "update" && known ? withEntry(state, bot.user_id, { ...known, ...bot }) : state;
  },
});

interface Person {
  readonly user_id: number;
  readonly new_email?: string;
}

/** Everybody who sees a bot hears of its new address; those who manage it hear no more of it. */
function withNewAddress(state: BotsState, { user_id, new_email: email }: Person): BotsState {
  const known = state.get(user_id);
  return known && email !== undefined ? withEntry(state, user_id, { ...known, email }) : state;
}

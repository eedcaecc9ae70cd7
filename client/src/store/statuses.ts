import type { ShapeOf, userStatus } from "@parley/server/contract";
import { part, withEntry } from "./part.ts";

export type UserStatus = ShapeOf<typeof userStatus.statusFields>;

/** By user id; who has set nothing is not there. */
export type StatusesState = ReadonlyMap<number, UserStatus>;

const EMOJI = ["emoji_name", "emoji_code", "reaction_type"] as const;

export const statusesPart = part<StatusesState>({
  from: (snapshot) => new Map(Object.entries(snapshot.user_status ?? {}).map(([id, status]) => [Number(id), status])),

  apply(state, event) {
    // Whoever may not be seen any more has no status either.
    if (event.type === "realm_user" && event.op === "remove")
      return without(state, (event.person as { user_id: number }).user_id);
    if (event.type !== "user_status") return state;
    const { id: _, type: __, user_id, ...changed } = event;
    const status: UserStatus = { ...state.get(user_id as number), ...changed };
    if (status.emoji_name === "") for (const name of EMOJI) delete status[name];
    if (status.status_text === "") delete status.status_text;
    if (!status.away) delete status.away;
    if (Object.keys(status).length > 0) return withEntry(state, user_id as number, status);
    return without(state, user_id as number);
  },
});

const without = (state: StatusesState, userId: number): StatusesState =>
  new Map([...state].filter(([id]) => id !== userId));

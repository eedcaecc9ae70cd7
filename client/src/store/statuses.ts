import type { ShapeOf, userStatus } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type UserStatus = ShapeOf<typeof userStatus.statusFields>;

/** By user id; users without a status have no entry. */
export type StatusesState = ReadonlyMap<number, UserStatus>;

const EMOJI = ["emoji_name", "emoji_code", "reaction_type"] as const;

export const statusesPart = part<StatusesState>({
  from: (snapshot) => new Map(Object.entries(snapshot.user_status ?? {}).map(([id, status]) => [Number(id), status])),

  on: {
    user_status(state, { id: _, type: __, user_id, ...changed }) {
      const status: UserStatus = { ...state.get(user_id), ...changed };
      if (status.emoji_name === "") for (const name of EMOJI) delete status[name];
      if (status.status_text === "") delete status.status_text;
      if (!status.away) delete status.away;
      return Object.keys(status).length > 0 ? withEntry(state, user_id, status) : withoutEntry(state, user_id);
    },
    // Users that became inaccessible have no status either.
    realm_user: { remove: (state, { person }) => withoutEntry(state, person.user_id) },
  },
});

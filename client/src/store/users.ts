import type { ShapeOf, users } from "@parley/server/contract";
import { part, withEntry } from "./part.ts";

export type User = ShapeOf<typeof users.userFields> & { readonly is_system_bot?: boolean | undefined };

export interface UsersState {
  readonly ownId: number;
  readonly users: ReadonlyMap<number, User>;
}

/** What the event of a change says besides the fields of the user it changes. */
interface OnlyInEvents {
  new_email?: string;
  avatar_url_medium?: string;
  avatar_source?: string;
}

function withoutUser(users: ReadonlyMap<number, User>, id: number): ReadonlyMap<number, User> {
  return new Map([...users].filter(([known]) => known !== id));
}

/** Everybody in the organization whom the user can access, and the built-in bots. */
export const usersPart = part<UsersState>({
  from(snapshot) {
    const active = (snapshot.realm_users ?? []).map((user): User => ({ ...user, is_active: true }));
    const former = (snapshot.realm_non_active_users ?? []).map((user): User => ({ ...user, is_active: false }));
    const builtIn: User[] = snapshot.cross_realm_bots ?? [];
    const everybody = [...active, ...former, ...builtIn].sort((a, b) => a.user_id - b.user_id);
    return { ownId: snapshot.user_id ?? 0, users: new Map(everybody.map((user) => [user.user_id, user])) };
  },

  apply(state, event) {
    if (event.type !== "realm_user") return state;
    const person = event.person as Partial<User> & { user_id: number } & OnlyInEvents;
    if (event.op === "add") return { ...state, users: withEntry(state.users, person.user_id, person as User) };
    if (event.op === "remove") return { ...state, users: withoutUser(state.users, person.user_id) };
    const known = state.users.get(person.user_id);
    if (event.op !== "update" || !known) return state;
    const { new_email, avatar_url_medium: _, avatar_source: __, ...changed } = person;
    const updated = { ...known, ...changed, ...(new_email === undefined ? {} : { email: new_email }) };
    if (person.role !== undefined)
      Object.assign(updated, {
        is_owner: person.role === 100,
        is_admin: person.role <= 200,
        is_guest: person.role === 600,
      });
    return { ...state, users: withEntry(state.users, person.user_id, updated) };
  },
});

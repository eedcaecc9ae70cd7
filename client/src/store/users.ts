import { isAdministrator, isGuest, isOwner } from "@parley/server/access/roles.ts";
import type { ShapeOf, users } from "@parley/server/contract";
import { part, withEntry } from "./part.ts";
import type { ProfileField } from "./profile-fields.ts";

export type User = ShapeOf<typeof users.userFields> & { readonly is_system_bot?: boolean | undefined };

/** Whose id a visitor has: no account's. */
export const NOBODY = 0;

export interface UsersState {
  readonly ownId: number;
  readonly users: ReadonlyMap<number, User>;
}

/** What the event of a change says besides the fields of the user it changes. */
interface OnlyInEvents {
  new_email?: string;
  avatar_url_medium?: string;
  avatar_source?: string;
  custom_profile_field?: { id: number; value: string | null; rendered_value?: string };
}

function withoutUser(users: ReadonlyMap<number, User>, id: number): ReadonlyMap<number, User> {
  return new Map([...users].filter(([known]) => known !== id));
}

type Listed = Omit<User, "is_active" | "avatar_url"> & { readonly avatar_url?: string | null | undefined };

/** A picture that was left out is asked for at an address of its own. */
function pictured(user: Listed, { is_active }: Pick<User, "is_active">): User {
  const { avatar_url = `/avatar/${user.user_id}` } = user;
  return { ...user, is_active, avatar_url };
}

/** Everybody in the organization whom the user can access, and the built-in bots. */
export const usersPart = part<UsersState>({
  from(snapshot) {
    const active = (snapshot.realm_users ?? []).map((user) => pictured(user, { is_active: true }));
    const former = (snapshot.realm_non_active_users ?? []).map((user) => pictured(user, { is_active: false }));
    const builtIn: User[] = snapshot.cross_realm_bots ?? [];
    const everybody = [...active, ...former, ...builtIn].sort((a, b) => a.user_id - b.user_id);
    return { ownId: snapshot.user_id ?? NOBODY, users: new Map(everybody.map((user) => [user.user_id, user])) };
  },

  apply(state, event) {
    if (event.type === "custom_profile_fields") return withFields(state, event.fields as ProfileField[]);
    if (event.type !== "realm_user") return state;
    const person = event.person as Partial<User> & { user_id: number } & OnlyInEvents;
    if (event.op === "add") return { ...state, users: withEntry(state.users, person.user_id, person as User) };
    if (event.op === "remove") return { ...state, users: withoutUser(state.users, person.user_id) };
    const known = state.users.get(person.user_id);
    if (event.op !== "update" || !known) return state;
    const { new_email, avatar_url_medium: _, avatar_source: __, custom_profile_field, ...changed } = person;
    const updated = { ...known, ...changed, ...(new_email === undefined ? {} : { email: new_email }) };
    if (person.role !== undefined)
      Object.assign(updated, {
        is_owner: isOwner(updated),
        is_admin: isAdministrator(updated),
        is_guest: isGuest(updated),
      });
    if (custom_profile_field)
      Object.assign(updated, { profile_data: withValue(known.profile_data, custom_profile_field) });
    return { ...state, users: withEntry(state.users, person.user_id, updated) };
  },
});

type ProfileData = NonNullable<User["profile_data"]>;
type ChangedValue = NonNullable<OnlyInEvents["custom_profile_field"]>;

function withValue(profile: ProfileData = {}, { id, value, ...rendered }: ChangedValue): ProfileData {
  const { [id]: _, ...others } = profile;
  return value === null ? others : { ...others, [id]: { value, ...rendered } };
}

/** Where a field is gone, or the choice in a list, what people had there is gone with it. */
function withFields(state: UsersState, fields: readonly ProfileField[]): UsersState {
  const taking = new Map(fields.map((field) => [`${field.id}`, takes(field)]));
  const kept = (profile: ProfileData) =>
    Object.fromEntries(Object.entries(profile).filter(([id, { value }]) => taking.get(id)?.(value)));
  const users = [...state.users].map(([id, user]): [number, User] => [
    id,
    user.profile_data ? { ...user, profile_data: kept(user.profile_data) } : user,
  ]);
  return { ...state, users: new Map(users) };
}

const LIST_OF_OPTIONS = 3;

function takes({ type, field_data }: ProfileField): (value: string) => boolean {
  if (type !== LIST_OF_OPTIONS) return () => true;
  const choices = JSON.parse(field_data) as object;
  return (value) => Object.hasOwn(choices, value);
}

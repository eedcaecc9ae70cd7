import type { EventOf, ShapeOf, userEvents, users } from "@parley/server/contract";
import { isAdministrator, isGuest, isOwner } from "@parley/server/kernel/access/roles.ts";
import { part, withChanges, withEntry, withoutEntry } from "./part.ts";
import type { ProfileField } from "./profile-fields.ts";

export type User = ShapeOf<typeof users.userFields> & { readonly is_system_bot?: boolean | undefined };

/** The user id of visitors, which no account has. */
export const NOBODY = 0;

export interface UsersState {
  readonly ownId: number;
  readonly users: ReadonlyMap<number, User>;
}

type ListedUser = Omit<User, "is_active" | "avatar_url"> & { readonly avatar_url?: string | null | undefined };

/** Omitted avatars have a URL of their own. */
function pictured(user: ListedUser, { is_active }: Pick<User, "is_active">): User {
  const { avatar_url = `/avatar/${user.user_id}` } = user;
  return { ...user, is_active, avatar_url };
}

/** Everyone in the organization whom the user can access, and the built-in bots. */
export const usersPart = part<UsersState>({
  from(snapshot) {
    const active = (snapshot.realm_users ?? []).map((user) => pictured(user, { is_active: true }));
    const former = (snapshot.realm_non_active_users ?? []).map((user) => pictured(user, { is_active: false }));
    const builtIn: User[] = snapshot.cross_realm_bots ?? [];
    const everyone = [...active, ...former, ...builtIn].sort((a, b) => a.user_id - b.user_id);
    return { ownId: snapshot.user_id ?? NOBODY, users: new Map(everyone.map((user) => [user.user_id, user])) };
  },

  on: {
    realm_user: {
      add: (state, { person }) => ({ ...state, users: withEntry(state.users, person.user_id, person) }),
      update: (state, { person }) => ({ ...state, users: withPerson(state.users, person) }),
      remove: (state, { person }) => ({ ...state, users: withoutEntry(state.users, person.user_id) }),
    },
    custom_profile_fields: (state, { fields }) => withFields(state, fields),
  },
});

type ChangedPerson = EventOf<typeof userEvents.userUpdateEvent>["person"];
type ProfileData = NonNullable<User["profile_data"]>;
type ChangedValue = NonNullable<ChangedPerson["custom_profile_field"]>;

function withPerson(users: UsersState["users"], person: ChangedPerson): UsersState["users"] {
  const { user_id, new_email, avatar_url_medium: _, avatar_source: __, custom_profile_field, ...changed } = person;
  return withChanges(users, user_id, {
    ...changed,
    ...(new_email === undefined ? {} : { email: new_email }),
    ...(person.role === undefined ? {} : roleFlags(person.role)),
    ...(custom_profile_field && {
      profile_data: withValue(users.get(user_id)?.profile_data, custom_profile_field),
    }),
  });
}

const roleFlags = (role: number) => ({
  is_owner: isOwner({ role }),
  is_admin: isAdministrator({ role }),
  is_guest: isGuest({ role }),
});

function withValue(profile: ProfileData = {}, { id, value, ...rendered }: ChangedValue): ProfileData {
  const { [id]: _, ...others } = profile;
  return value === null ? others : { ...others, [id]: { value, ...rendered } };
}

/** Deleting a field, or an option of a list, deletes people's values too. */
function withFields(state: UsersState, fields: readonly ProfileField[]): UsersState {
  const accepted = new Map(fields.map((field) => [`${field.id}`, acceptedBy(field)]));
  const kept = (profile: ProfileData) =>
    Object.fromEntries(Object.entries(profile).filter(([id, { value }]) => accepted.get(id)?.(value)));
  const users = [...state.users].map(([id, user]): [number, User] => [
    id,
    user.profile_data ? { ...user, profile_data: kept(user.profile_data) } : user,
  ]);
  return { ...state, users: new Map(users) };
}

const LIST_OF_OPTIONS = 3;

function acceptedBy({ type, field_data }: ProfileField): (value: string) => boolean {
  if (type !== LIST_OF_OPTIONS) return () => true;
  const choices = JSON.parse(field_data) as object;
  return (value) => Object.hasOwn(choices, value);
}

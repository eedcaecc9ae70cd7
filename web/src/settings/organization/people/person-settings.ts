/** What administrators change about a person: each saved at once, like a setting. */
import { holderOf, type State } from "@parley/client";
import { users } from "@parley/server/contract";
import { roleFault } from "@parley/server/people/users/permissions.ts";
import { ROLE_TEXTS } from "../../../card/kinds.ts";
import type { TextKey } from "../../../text/text.ts";
import { choice, options, type Setting, type SettingSource, text } from "../../setting.ts";
import { isOnlyOwner, rolesToGive } from "./directory.ts";

type PersonKey = "full_name" | "role" | "new_email";

export const MAX_NAME_LENGTH = 100;
export const MAX_EMAIL_LENGTH = 254;

export const personSource = (userId: number): SettingSource<PersonKey> => ({
  operation: users.updateUser,
  read(state, key) {
    const person = state.users.users.get(userId);
    return key === "new_email" ? (person?.delivery_email ?? "") : person?.[key];
  },
  save: (connection, key, value) => connection.call(users.updateUser, { user_id: userId, [key]: value }),
});

/** Values of the person's profile fields, by the ids of the fields. */
export const profileSource = (userId: number): SettingSource<`${number}`> => ({
  operation: users.updateUser,
  read: (state, id) => state.users.users.get(userId)?.profile_data?.[id]?.value ?? "",
  save: (connection, id, value) =>
    connection.call(users.updateUser, { user_id: userId, profile_data: [{ id: Number(id), value: `${value}` }] }),
});

export const nameSetting: Setting<PersonKey> = text("full_name", "people.fullName", MAX_NAME_LENGTH);

export const emailSetting: Setting<PersonKey> = text("new_email", "people.email", MAX_EMAIL_LENGTH, {
  help: "people.emailHelp",
});

/** With the roles that the reader may give, or the reason why there is no choice. */
export function roleSetting(state: State, userId: number): Setting<PersonKey> {
  const person = state.users.users.get(userId) ?? { role: 0 };
  const reader = holderOf(state);
  const isLocked = roleFault(reader, person, person.role) !== undefined;
  const isLast = isOnlyOwner(state.users, userId);
  const help = roleHelp(state, userId);
  return choice(
    "role",
    "people.role",
    options(...rolesToGive(reader, person).map((role) => [role, ROLE_TEXTS[role] ?? "card.member"] as const)),
    {
      ...(help ? { help } : {}),
      ...(isLocked || isLast
        ? { rule: { may: () => false, who: isLast ? "people.onlyOwner" : "organization.byOwners" } }
        : {}),
    },
  );
}

function roleHelp(state: State, userId: number): TextKey | undefined {
  const person = state.users.users.get(userId);
  if (!person) return undefined;
  if (userId === state.users.ownId) return "people.ownRole";
  const fault = (role: number) => roleFault(holderOf(state), person, role);
  if (fault(200) === "guestCannotAdminister") return "people.guestFirst";
  return fault(100) === "mustBeOwner" ? "people.ownersMakeOwners" : undefined;
}

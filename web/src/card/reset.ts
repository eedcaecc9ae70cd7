import { holderOf, type State } from "@parley/client";
import { mayMakeResetLink } from "@parley/server/people/password-reset/permissions.ts";
import { realmField } from "../state/realm-fields.ts";

/** Where the server sends email, people reset their password themselves. */
export function canPassOnReset(state: State, userId: number): boolean {
  const person = state.users.users.get(userId);
  if (!person?.is_active || person.is_bot || userId === state.users.ownId) return false;
  return !realmField(state, "server_sends_email") && mayMakeResetLink(holderOf(state), person);
}

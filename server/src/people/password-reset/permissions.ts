/** Who can give somebody a link to choose a new password. */
import { isAdministrator, isOwner } from "../../kernel/access/roles.ts";

interface Ranked {
  readonly role: number;
}

/** Administrators, as with other changes of an account: only owners for owners. */
export const mayMakeResetLink = (user: Ranked, person: Ranked): boolean =>
  isAdministrator(user) && (!isOwner(person) || isOwner(user));

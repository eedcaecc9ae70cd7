/** Who can remove another person's second factors. */
import { isAdministrator, isOwner } from "../../kernel/access/roles.ts";

interface Ranked {
  readonly role: number;
}

/** Administrators, as with other changes of an account: only owners for owners. */
export const mayRemoveSecondFactors = (user: Ranked, person: Ranked): boolean =>
  isAdministrator(user) && (!isOwner(person) || isOwner(user));

/** Who can change other people's accounts. */
import { isAdministrator, isGuest, isOwner } from "../../kernel/access/roles.ts";

interface Ranked {
  readonly role: number;
}

/** Administrators change the names, roles and profiles of everyone, and reactivate accounts. */
export const mayChangeUsers = (user: Ranked): boolean => isAdministrator(user);

/** The operator decides which of the owners can; clients don't know that, and let all owners try. */
export const mayChangeAddresses = (user: Ranked): boolean => isOwner(user);

export type RoleFault = "mustBeOwner" | "guestCannotAdminister";

/** Only owners grant or remove the owner role, and guests become members before they administer anything. */
export function roleFault(user: Ranked, person: Ranked, role: number): RoleFault | undefined {
  if ((isOwner(person) || isOwner({ role })) && !isOwner(user)) return "mustBeOwner";
  return isGuest(person) && isAdministrator({ role }) ? "guestCannotAdminister" : undefined;
}

export type DeactivationFault = "mustBeAdministrator" | "mustBeOwner";

/** Administrators deactivate people; only owners deactivate owners. */
export function deactivationFault(user: Ranked, person: Ranked): DeactivationFault | undefined {
  if (!isAdministrator(user)) return "mustBeAdministrator";
  return isOwner(person) && !isOwner(user) ? "mustBeOwner" : undefined;
}

import { isAdministrator } from "../../kernel/access/roles.ts";

/** Administrators can change theirs even if name changes are disabled. */
export function mayChangeName(
  user: { readonly role: number },
  { name_changes_disabled }: { readonly name_changes_disabled: boolean },
): boolean {
  return !name_changes_disabled || isAdministrator(user);
}

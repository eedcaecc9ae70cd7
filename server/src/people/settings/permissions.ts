/** What people may change of their own account. */
import { isAdministrator } from "../../kernel/access/roles.ts";

/** Where the organization keeps names fixed, administrators still change theirs. */
export function mayChangeName(
  user: { readonly role: number },
  { name_changes_disabled }: { readonly name_changes_disabled: boolean },
): boolean {
  return !name_changes_disabled || isAdministrator(user);
}

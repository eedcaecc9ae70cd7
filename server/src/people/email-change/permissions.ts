import { isAdministrator } from "../../kernel/access/roles.ts";

/** Administrators can change theirs even if email changes are disabled. */
export function mayChangeEmail(
  user: { readonly role: number },
  { email_changes_disabled }: { readonly email_changes_disabled: boolean },
): boolean {
  return !email_changes_disabled || isAdministrator(user);
}

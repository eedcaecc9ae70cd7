import { isAdministrator } from "../../kernel/access/roles.ts";

/** Administrators can change theirs even if avatar changes are disabled. */
export function mayChangeAvatar(
  user: { readonly role: number },
  { avatar_changes_disabled }: { readonly avatar_changes_disabled: boolean },
): boolean {
  return !avatar_changes_disabled || isAdministrator(user);
}

import { isAdministrator } from "../../kernel/access/roles.ts";

/** Where avatars are fixed, administrators change theirs all the same. */
export function mayChangeAvatar(
  user: { readonly role: number },
  { avatar_changes_disabled }: { readonly avatar_changes_disabled: boolean },
): boolean {
  return !avatar_changes_disabled || isAdministrator(user);
}

import { isAdministrator } from "../../kernel/access/roles.ts";

/** Administrators fill in every field; people fill in those of their own that are editable by users. */
export function mayFillIn(user: { readonly role: number }, field: { readonly editable_by_user: boolean }): boolean {
  return field.editable_by_user || isAdministrator(user);
}

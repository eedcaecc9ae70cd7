import { holding } from "../../kernel/access/holds.ts";
import { type RealmPermission, realmPermissions } from "../../kernel/access/permission-settings.ts";
import { isAdministrator, isOwner } from "../../kernel/access/roles.ts";

/** The organization's settings that a rule needs. */
export type RealmFacts<P extends RealmPermission, V> = Readonly<Record<P, V>>;

/** Whether the user has a permission of the organization: `may(user, realm.settings, "can_create_groups")`. */
export const may = holding(realmPermissions);

/** Administrators can change the organization's settings and permissions; some of them only owners. */
export const mayChangeSetting = (user: { readonly role: number }, isForOwners: boolean): boolean =>
  isForOwners ? isOwner(user) : isAdministrator(user);

/** Only owners can deactivate the organization. */
export const mayDeactivate = isOwner;

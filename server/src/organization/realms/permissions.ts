import { holding } from "../../kernel/access/holds.ts";
import { type RealmPermission, realmPermissions } from "../../kernel/access/permission-settings.ts";

/** The organization's settings that a rule needs. */
export type RealmFacts<P extends RealmPermission, V> = Readonly<Record<P, V>>;

/** Whether the user has a permission of the organization: `may(user, realm.settings, "can_create_groups")`. */
export const may = holding(realmPermissions);

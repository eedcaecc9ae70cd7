import { holding } from "../access/holds.ts";
import { realmPermissions } from "../access/permission-settings.ts";

/** Whether the user holds a permission of the organization: `may(user, realm.settings, "can_create_groups")`. */
export const may = holding(realmPermissions);

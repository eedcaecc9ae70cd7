/** User groups, in the words of the wire. */
import { groupSettingValue, ofEach } from "../access/group-setting.ts";
import { groupPermissions } from "../access/permission-settings.ts";
import { badRequest, bool, groupId, list, nullable, strictObject, text, timestamp, userId } from "../api/index.ts";

export const groupFields = {
  id: groupId,
  name: text(),
  description: text(),
  date_created: nullable(timestamp()),
  creator_id: nullable(userId),
  members: list(userId),
  direct_subgroup_ids: list(groupId),
  is_system_group: bool(),
  deactivated: bool(),
  ...ofEach(groupPermissions, groupSettingValue),
};

export const groupObject = strictObject(groupFields);
export const groupsState = { realm_user_groups: list(groupObject) };

export const InvalidUserGroup = badRequest("Invalid user group");
export const UserGroupDeactivated = badRequest("User group is deactivated.");

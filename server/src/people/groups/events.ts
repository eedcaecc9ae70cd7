/** Events about user groups. Sent to everyone, including guests and bots. */
import { groupSettingValue, ofEach } from "../../kernel/access/group-setting.ts";
import { groupPermissions } from "../../kernel/access/permission-settings.ts";
import {
  allOptional,
  bool,
  type ClientProfile,
  type EventBody,
  event,
  groupId,
  list,
  oneOf,
  type ShapeOf,
  strictObject,
  text,
  userId,
} from "../../kernel/api/index.ts";
import { groupObject } from "./contract.ts";

const knowsDeactivated = (client: ClientProfile) => client.capabilities.include_deactivated_groups;

const addFields = { op: oneOf("add"), group: groupObject };

/** For clients that do not support deactivated groups, a reactivated group is new too. */
export const groupAddEvent = event("user_group", addFields, {
  shape({ reactivated, ...body }: ShapeOf<typeof addFields> & { reactivated?: boolean }, client): EventBody[] {
    return reactivated && knowsDeactivated(client) ? [] : [body];
  },
});

const updateFields = {
  op: oneOf("update"),
  group_id: groupId,
  /** Exactly one field. */
  data: strictObject(
    allOptional({
      name: text(),
      description: text(),
      deactivated: bool(),
      ...ofEach(groupPermissions, groupSettingValue),
    }),
  ),
};

export type GroupChange = ShapeOf<typeof updateFields>["data"];

/** Clients that do not support deactivated groups get neither the deactivation nor a deactivated group's new name. */
export const groupUpdateEvent = event("user_group", updateFields, {
  shape({ is_deactivated, ...body }: ShapeOf<typeof updateFields> & { is_deactivated?: boolean }, client): EventBody[] {
    const { name, deactivated } = body.data;
    const concernsDeactivated = deactivated !== undefined || (name !== undefined && is_deactivated);
    return concernsDeactivated && !knowsDeactivated(client) ? [] : [body];
  },
});

/** Groups are never deleted: this is a deactivation, for clients that do not support deactivated groups. */
export const groupRemoveEvent = event(
  "user_group",
  { op: oneOf("remove"), group_id: groupId },
  { shape: (body: EventBody, client): EventBody[] => (knowsDeactivated(client) ? [] : [body]) },
);

export const groupAddMembersEvent = event("user_group", {
  op: oneOf("add_members"),
  group_id: groupId,
  user_ids: list(userId),
});
export const groupRemoveMembersEvent = event("user_group", {
  op: oneOf("remove_members"),
  group_id: groupId,
  user_ids: list(userId),
});
export const groupAddSubgroupsEvent = event("user_group", {
  op: oneOf("add_subgroups"),
  group_id: groupId,
  direct_subgroup_ids: list(groupId),
});
export const groupRemoveSubgroupsEvent = event("user_group", {
  op: oneOf("remove_subgroups"),
  group_id: groupId,
  direct_subgroup_ids: list(groupId),
});

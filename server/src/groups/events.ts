import { event, groupId, list, oneOf, userId } from "../api/index.ts";

/** Sent to everyone. */
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

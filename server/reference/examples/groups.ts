import * as groups from "../../src/people/groups/contract.ts";
import type { Story } from "../scene.ts";

export const groupExamples: Story = async ({ shows, ada, ben, chiara, dev }) => {
  const { group_id: user_group_id } = await shows(groups.createUserGroup, ada, {
    name: "designers",
    description: "Everyone who draws.",
    members: [chiara.id, ben.id],
  });
  const { group_id: interns } = await ada.call(groups.createUserGroup, {
    name: "interns",
    description: "Learning the trade.",
    members: [dev.id],
  });
  await shows(groups.updateGroupMembers, ada, { user_group_id, add: [ada.id], delete: [ben.id] });
  await shows(groups.updateSubgroups, ada, { user_group_id, add: [interns] });
  await shows(groups.getSubgroups, chiara, { user_group_id });
  await shows(groups.getGroupMembers, chiara, { user_group_id });
  await shows(groups.isGroupMember, chiara, { user_group_id, user_id: dev.id });
  await shows(groups.updateUserGroup, ada, {
    user_group_id,
    description: "Everyone who draws, and those who learn it.",
    can_mention_group: { new: { direct_members: [ben.id, chiara.id], direct_subgroups: [] } },
  });
  await shows(groups.getUserGroups, chiara, {});
  await shows(groups.deactivateUserGroup, ada, { user_group_id });
};

/** The initial settings of an organization, by its type. */
import type { RealmPermission, SystemGroupName } from "../kernel/access/permission-settings.ts";
import type { SystemGroups } from "../kernel/access/store.ts";
import { ORG_TYPES, type OrgType } from "../organization/settings/org-types.ts";
import { USER_DEFAULTS } from "../organization/settings/user-settings.ts";

const isEducation = (type: OrgType) => type === "education" || type === "education-nonprofit";

/** Teachers, not pupils, organize channels and groups. */
const IN_EDUCATION: Partial<Record<RealmPermission, SystemGroupName>> = {
  can_add_subscribers_group: "role:moderators",
  can_create_groups: "role:moderators",
  can_create_public_channel_group: "role:administrators",
  can_invite_users_group: "role:administrators",
  can_move_messages_between_channels_group: "role:moderators",
};

/** Who can see email addresses: everyone in a business, moderators in education, otherwise administrators. */
const ADDRESSES = { everyone: 1, moderators: 5 } as const;

/** The settings that differ from the defaults. */
export function initialSettings(type: OrgType, groups: SystemGroups): Record<string, unknown> {
  const org_type = ORG_TYPES[type];
  if (type === "business") return { org_type, [USER_DEFAULTS]: { email_address_visibility: ADDRESSES.everyone } };
  if (!isEducation(type)) return org_type === 0 ? {} : { org_type };
  const permissions = Object.entries(IN_EDUCATION).map(([name, group]) => [name, groups[group]]);
  return {
    org_type,
    [USER_DEFAULTS]: { email_address_visibility: ADDRESSES.moderators },
    ...Object.fromEntries(permissions),
  };
}

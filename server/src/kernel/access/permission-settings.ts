/**
 * Every permission that a group can hold, as rows of data: for organizations, channels and user groups. A feature adds
 * a row here and asks `may` or a similar function (`holding`); the default, the limits, who may change it and its
 * description for clients follow from the row.
 */
export const SYSTEM_GROUPS = [
  "role:nobody",
  "role:owners",
  "role:administrators",
  "role:moderators",
  "role:fullmembers",
  "role:members",
  "role:everyone",
  "role:internet",
] as const;
export type SystemGroupName = (typeof SYSTEM_GROUPS)[number];

export interface PermissionSetting {
  /** A system group, or the creator of the channel or group. */
  readonly default: SystemGroupName | "stream_creator_or_nobody" | "group_creator";
  readonly allowNobody: boolean;
  /** If false, a guest never holds the permission, even when listed. */
  readonly allowEveryone: boolean;
  readonly requireSystemGroup: boolean;
  /** If not empty, the only system groups that are accepted. No setting accepts role:internet. */
  readonly allowedSystemGroups: readonly SystemGroupName[];
  readonly changedBy: "administrator" | "owner";
}

function permission(
  defaultGroup: PermissionSetting["default"],
  more: Partial<Omit<PermissionSetting, "default">> = {},
): PermissionSetting {
  return {
    default: defaultGroup,
    allowNobody: true,
    allowEveryone: false,
    requireSystemGroup: false,
    allowedSystemGroups: [],
    changedBy: "administrator",
    ...more,
  };
}

const forGuestsToo = { allowEveryone: true } as const;
const byOwners = { changedBy: "owner" } as const;

export const realmPermissions = {
  can_access_all_users_group: permission("role:everyone", {
    allowEveryone: true,
    allowNobody: false,
    requireSystemGroup: true,
    allowedSystemGroups: ["role:everyone", "role:members"],
  }),
  can_add_custom_emoji_group: permission("role:members"),
  can_add_subscribers_group: permission("role:members"),
  can_create_bots_group: permission("role:members"),
  can_create_groups: permission("role:members", byOwners),
  can_create_private_channel_group: permission("role:members"),
  can_create_public_channel_group: permission("role:members"),
  can_create_web_public_channel_group: permission("role:owners", {
    requireSystemGroup: true,
    allowedSystemGroups: ["role:moderators", "role:administrators", "role:owners", "role:nobody"],
  }),
  can_create_write_only_bots_group: permission("role:members"),
  can_delete_any_message_group: permission("role:administrators"),
  can_delete_own_message_group: permission("role:everyone", forGuestsToo),
  can_invite_users_group: permission("role:members", byOwners),
  can_manage_all_groups: permission("role:owners", { ...byOwners, allowNobody: false }),
  can_manage_billing_group: permission("role:administrators", { ...byOwners, allowNobody: false }),
  can_mention_many_users_group: permission("role:administrators", forGuestsToo),
  can_move_messages_between_channels_group: permission("role:members"),
  can_move_messages_between_topics_group: permission("role:everyone", forGuestsToo),
  can_resolve_topics_group: permission("role:everyone", forGuestsToo),
  can_set_delete_message_policy_group: permission("role:moderators"),
  can_set_topics_policy_group: permission("role:members", forGuestsToo),
  can_summarize_topics_group: permission("role:everyone", forGuestsToo),
  create_multiuse_invite_group: permission("role:administrators", byOwners),
  direct_message_initiator_group: permission("role:everyone", forGuestsToo),
  direct_message_permission_group: permission("role:everyone", forGuestsToo),
} as const satisfies Record<string, PermissionSetting>;

/** In the order in which a request's settings are processed. */
export const channelPermissions = {
  can_add_subscribers_group: permission("role:nobody"),
  can_administer_channel_group: permission("stream_creator_or_nobody"),
  can_delete_any_message_group: permission("role:nobody", forGuestsToo),
  can_delete_own_message_group: permission("role:nobody", forGuestsToo),
  can_move_messages_out_of_channel_group: permission("role:nobody", forGuestsToo),
  can_move_messages_within_channel_group: permission("role:nobody", forGuestsToo),
  can_remove_subscribers_group: permission("role:administrators", forGuestsToo),
  can_send_message_group: permission("role:everyone", forGuestsToo),
  can_subscribe_group: permission("role:nobody"),
  can_resolve_topics_group: permission("role:nobody", forGuestsToo),
} as const satisfies Record<string, PermissionSetting>;

export const groupPermissions = {
  can_add_members_group: permission("group_creator"),
  can_join_group: permission("role:nobody"),
  can_leave_group: permission("role:everyone", forGuestsToo),
  can_manage_group: permission("group_creator"),
  can_mention_group: permission("role:everyone", {
    ...forGuestsToo,
    allowedSystemGroups: SYSTEM_GROUPS.filter((name) => name !== "role:owners" && name !== "role:internet"),
  }),
  can_remove_members_group: permission("role:nobody"),
} as const satisfies Record<string, PermissionSetting>;

export type RealmPermission = keyof typeof realmPermissions;
export type ChannelPermission = keyof typeof channelPermissions;
export type GroupPermission = keyof typeof groupPermissions;

/** The tables as the registration response describes them to clients. */
export function supportedPermissionSettings() {
  const describe = (table: Record<string, PermissionSetting>, forSystemGroups: SystemGroupName | null) =>
    Object.fromEntries(
      Object.entries(table).map(([name, setting]) => [
        name,
        {
          require_system_group: setting.requireSystemGroup,
          allow_internet_group: false,
          allow_nobody_group: setting.allowNobody,
          allow_everyone_group: setting.allowEveryone,
          default_group_name: setting.default,
          default_for_system_groups: forSystemGroups,
          allowed_system_groups: [...setting.allowedSystemGroups],
        },
      ]),
    );
  return {
    realm: describe(realmPermissions, null),
    stream: describe(channelPermissions, null),
    group: describe(groupPermissions, "role:nobody"),
  };
}

export const CHANNEL_PERMISSIONS = Object.keys(channelPermissions) as ChannelPermission[];
export const GROUP_PERMISSIONS = Object.keys(groupPermissions) as GroupPermission[];
export const REALM_PERMISSIONS = Object.keys(realmPermissions) as RealmPermission[];

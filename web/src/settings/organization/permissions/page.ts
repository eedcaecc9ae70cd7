/** The organization's permissions: who may do what. */
import { realmSettings } from "@parley/client";
import { permissionSettings, realms } from "@parley/server/contract";
import type { TextKey } from "../../../text/text.ts";
import type { SettingsPage } from "../../page.ts";
import { type Setting, who } from "../../setting.ts";
import type { PermissionSource, PermissionsGroup } from "../../who/PermissionGroup.tsx";
import { byAdministrators, byOwners } from "../organization-settings.ts";

const { realmPermissions } = permissionSettings;
type PermissionKey = permissionSettings.RealmPermission;

const organizationPermissions: PermissionSource<PermissionKey> = {
  operation: realms.updateRealm,
  read: (state, key) => realmSettings(state)[key],
  save: (connection, key, value) => connection.call(realms.updateRealm, { [key]: { new: value } }),
  saveAll: (connection, changes) => connection.call(realms.updateRealm, changes),
};

/** A permission with the server's limits, and the rule who may change it. */
const permission = (key: PermissionKey, label: TextKey, help?: TextKey): Setting<PermissionKey> =>
  who(key, label, realmPermissions[key], {
    ...(help ? { help } : {}),
    rule: realmPermissions[key].changedBy === "owner" ? byOwners : byAdministrators,
  });

const permissionsGroup = (
  title: TextKey,
  ...settings: readonly Setting<PermissionKey>[]
): PermissionsGroup<PermissionKey> => ({ title, source: organizationPermissions, settings });

export const permissionGroups: readonly PermissionsGroup<PermissionKey>[] = [
  permissionsGroup(
    "permissions.joining",
    permission("can_invite_users_group", "permissions.invite"),
    permission("create_multiuse_invite_group", "permissions.inviteLinks", "permissions.inviteLinksHelp"),
  ),
  permissionsGroup(
    "permissions.direct",
    permission("direct_message_initiator_group", "permissions.startDirect"),
    permission("direct_message_permission_group", "permissions.authorizeDirect", "permissions.authorizeDirectHelp"),
  ),
  permissionsGroup(
    "permissions.channels",
    permission("can_create_public_channel_group", "permissions.publicChannels"),
    permission("can_create_private_channel_group", "permissions.privateChannels"),
    permission("can_create_web_public_channel_group", "permissions.webChannels", "permissions.webChannelsHelp"),
    permission("can_add_subscribers_group", "permissions.addSubscribers"),
    permission("can_set_topics_policy_group", "permissions.topicsPolicy"),
    permission("can_set_delete_message_policy_group", "permissions.deletePolicy"),
  ),
  permissionsGroup(
    "permissions.messages",
    permission("can_mention_many_users_group", "permissions.wildcards", "permissions.wildcardsHelp"),
    permission("can_resolve_topics_group", "permissions.resolve"),
    permission("can_summarize_topics_group", "permissions.summarize", "permissions.summarizeHelp"),
    permission("can_move_messages_between_topics_group", "permissions.moveTopics", "permissions.limitHelp"),
    permission("can_move_messages_between_channels_group", "permissions.moveChannels", "permissions.limitHelp"),
    permission("can_delete_own_message_group", "permissions.deleteOwn", "permissions.limitHelp"),
    permission("can_delete_any_message_group", "permissions.deleteAny"),
  ),
  permissionsGroup(
    "permissions.groups",
    permission("can_create_groups", "permissions.createGroups"),
    permission("can_manage_all_groups", "permissions.manageGroups", "permissions.manageGroupsHelp"),
  ),
  permissionsGroup(
    "permissions.people",
    permission("can_access_all_users_group", "permissions.seeEveryone", "permissions.seeEveryoneHelp"),
    permission("can_add_custom_emoji_group", "permissions.emoji"),
    permission("can_create_bots_group", "permissions.bots"),
    permission("can_create_write_only_bots_group", "permissions.postingBots", "permissions.postingBotsHelp"),
  ),
];

export const organizationPermissionsPage: SettingsPage = {
  address: { kind: "organization", section: "organization-permissions" },
  name: "address.organizationPermissions",
  about: "permissions.about",
  icon: "shield",
  groups: permissionGroups,
  load: () => import("./OrganizationPermissions.tsx").then(({ OrganizationPermissions }) => OrganizationPermissions),
};

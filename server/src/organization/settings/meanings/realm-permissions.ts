/** What the organization's permissions control. */
import type { RealmPermission } from "../../../kernel/access/permission-settings.ts";
import { clients, type Meaning, MOVING, server } from "./meaning.ts";

const BOTS = ["people/bots/permissions.ts", "people/bots/create/create.test.ts"] as const;
const GUARDS = "organization/realms/permission-guards.test.ts";

export const permissionMeanings: Readonly<Record<RealmPermission, Meaning>> = {
  can_access_all_users_group: server(
    "who can see all users",
    "people/users/access/permissions.ts",
    "people/users/access/access.test.ts",
  ),
  can_add_custom_emoji_group: server(
    "who can add custom emoji",
    "organization/custom-emoji/permissions.ts",
    "organization/custom-emoji/custom-emoji.test.ts",
  ),
  can_add_subscribers_group: server("who can subscribe others", "channels/permissions.ts", GUARDS),
  can_create_bots_group: server("who can create bots of any type", ...BOTS),
  can_create_groups: server("who can create user groups", "people/groups/permissions.ts", GUARDS),
  can_create_private_channel_group: server("who can create private channels", "channels/permissions.ts", GUARDS),
  can_create_public_channel_group: server("who can create public channels", "channels/permissions.ts", GUARDS),
  can_create_web_public_channel_group: server("who can create web-public channels", "channels/permissions.ts", GUARDS),
  can_create_write_only_bots_group: server("who can create bots that only post", ...BOTS),
  can_delete_any_message_group: server("who can delete any message", "messages/delete/permissions.ts", GUARDS),
  can_delete_own_message_group: server("who can delete their own messages", "messages/delete/permissions.ts", GUARDS),
  can_invite_users_group: server(
    "who can invite people by email",
    "joining/invites/permissions.ts",
    "joining/invites/invites.test.ts",
  ),
  can_manage_all_groups: server("who can manage every user group", "people/groups/permissions.ts", GUARDS),
  can_manage_billing_group: clients("who can see billing; this server has none"),
  can_mention_many_users_group: server(
    "who can use wildcard mentions in large channels",
    "messages/permissions.ts",
    GUARDS,
  ),
  can_move_messages_between_channels_group: server("who can move messages to other channels", MOVING[0], GUARDS),
  can_move_messages_between_topics_group: server("who can move messages to other topics", MOVING[0], GUARDS),
  can_resolve_topics_group: server("who can resolve topics", MOVING[0], GUARDS),
  can_set_delete_message_policy_group: server(
    "who can set a channel's permissions for deleting messages",
    "channels/permissions.ts",
    GUARDS,
  ),
  can_set_topics_policy_group: server("who can set a channel's topics policy", "channels/permissions.ts", GUARDS),
  can_summarize_topics_group: server(
    "who can have conversations summarized, if the server has a model for it",
    "messages/permissions.ts",
    "messages/summary/summary.test.ts",
  ),
  create_multiuse_invite_group: server(
    "who can create invitation links",
    "joining/invites/permissions.ts",
    "joining/invites/invites.test.ts",
  ),
  direct_message_initiator_group: server("who can start direct conversations", "messages/permissions.ts", GUARDS),
  direct_message_permission_group: server(
    "groups of which at least one member must take part in every direct conversation",
    "messages/permissions.ts",
    GUARDS,
  ),
};

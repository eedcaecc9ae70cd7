/** What the permissions of the organization decide. */
import type { RealmPermission } from "../../../kernel/access/permission-settings.ts";
import { clients, type Meaning, MOVING, server } from "./meaning.ts";

const BOTS = ["people/bots/permissions.ts", "people/bots/create/create.test.ts"] as const;
const GUARDS = "organization/realms/permission-guards.test.ts";

export const permissionMeanings: Readonly<Record<RealmPermission, Meaning>> = {
  can_access_all_users_group: server(
    "who sees all users",
    "people/users/access/permissions.ts",
    "people/users/access/access.test.ts",
  ),
  can_add_custom_emoji_group: server(
    "who adds custom emoji",
    "organization/custom-emoji/permissions.ts",
    "organization/custom-emoji/custom-emoji.test.ts",
  ),
  can_add_subscribers_group: server("who subscribes others", "channels/permissions.ts", GUARDS),
  can_create_bots_group: server("who makes bots of any type", ...BOTS),
  can_create_groups: server("who makes user groups", "people/groups/permissions.ts", GUARDS),
  can_create_private_channel_group: server("who makes private channels", "channels/permissions.ts", GUARDS),
  can_create_public_channel_group: server("who makes public channels", "channels/permissions.ts", GUARDS),
  can_create_web_public_channel_group: server(
    "who makes channels that are open to everybody",
    "channels/permissions.ts",
    GUARDS,
  ),
  can_create_write_only_bots_group: server("who makes bots that can only write", ...BOTS),
  can_delete_any_message_group: server("who deletes any message", "messages/delete/permissions.ts", GUARDS),
  can_delete_own_message_group: server("who deletes their own", "messages/delete/permissions.ts", GUARDS),
  can_invite_users_group: server(
    "who invites by email",
    "joining/invites/permissions.ts",
    "joining/invites/invites.test.ts",
  ),
  can_manage_all_groups: server("who administers every user group", "people/groups/permissions.ts", GUARDS),
  can_manage_billing_group: clients("who would see what it costs: nothing"),
  can_mention_many_users_group: server("who mentions everybody in large channels", "messages/permissions.ts", GUARDS),
  can_move_messages_between_channels_group: server("who moves messages to other channels", MOVING[0], GUARDS),
  can_move_messages_between_topics_group: server("who moves messages to other topics", MOVING[0], GUARDS),
  can_resolve_topics_group: server("who resolves topics", MOVING[0], GUARDS),
  can_set_delete_message_policy_group: server(
    "who says for a channel who deletes in it",
    "channels/permissions.ts",
    GUARDS,
  ),
  can_set_topics_policy_group: server("who sets the topics policy of a channel", "channels/permissions.ts", GUARDS),
  can_summarize_topics_group: clients("who is offered summaries, which this server does not make"),
  create_multiuse_invite_group: server(
    "who makes links that invite many",
    "joining/invites/permissions.ts",
    "joining/invites/invites.test.ts",
  ),
  direct_message_initiator_group: server("who begins direct conversations", "messages/permissions.ts", GUARDS),
  direct_message_permission_group: server(
    "of whom somebody takes part in every direct conversation",
    "messages/permissions.ts",
    GUARDS,
  ),
};

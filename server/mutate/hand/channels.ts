import { mutant } from "./mutant.ts";

export const channelMutants = [
  mutant(
    `if (channels.every((channel) => mayIn(user, channel, "can_administer_channel_group"))) return true;`,
    `if (channels.some((channel) => mayIn(user, channel, "can_administer_channel_group"))) return true;`,
    "administering one of several channels is enough to remove people from all of them",
  ),
  mutant(
    "return channels.every((channel) => canRemoveSubscribers(user, channel));",
    "return channels.some((channel) => canRemoveSubscribers(user, channel));",
    "permission to remove subscribers from one of several channels is enough for all",
  ),
  mutant(
    "if (isGuest(user)) return false; if (!channel.invite_only || isAdministrator(user)) return true;",
    "if (!channel.invite_only || isAdministrator(user)) return true;",
    "guests see every public channel",
  ),
  mutant(
    "return !channel.invite_only || mayJoin(user, channel);",
    "return !channel.invite_only || isAdministrator(user) || mayJoin(user, channel);",
    "administrators read private channels",
  ),
  mutant(
    "return !channel.invite_only || mayJoin(user, channel);",
    "return !channel.invite_only;",
    "users who can join a private channel cannot read it",
  ),
  mutant(
    "=> channel.is_web_public && !channel.is_archived;",
    "=> channel.is_web_public;",
    "visitors see archived channels",
  ),
  mutant(
    `return REVEALING.some((permission) => mayIn(user, channel, permission));`,
    `return REVEALING.every((permission) => mayIn(user, channel, permission));`,
    "a private channel is visible only to users who hold every permission in it",
  ),
  mutant(
    `"can_add_subscribers_group", "can_subscribe_group", ] as const satisfies ChannelPermission[];`,
    `"can_add_subscribers_group", ] as const satisfies ChannelPermission[];`,
    "users who can subscribe do not see the channel",
  ),
  mutant(
    `mayIn(user, channel, "can_add_subscribers_group") || mayIn(user, channel, "can_subscribe_group");`,
    `mayIn(user, channel, "can_subscribe_group");`,
    "users who can add subscribers cannot subscribe",
  ),
  mutant(
    `return isAdministrator(user) || mayIn(user, channel, "can_administer_channel_group");`,
    `return mayIn(user, channel, "can_administer_channel_group");`,
    "the organization's administrators do not administer channels",
  ),
  mutant(
    "channel.invite_only && !channel.history_public_to_subscribers;",
    "!channel.history_public_to_subscribers;",
    "the history of public channels is protected",
  ),
  mutant(
    "hasContentAccess(user, channel) && !isHistoryProtected(channel);",
    "hasContentAccess(user, channel);",
    "everyone who reads a channel sees its protected history",
  ),
  mutant(
    "!channel.is_archived && hasContentAccess(user, channel);",
    "!channel.is_archived;",
    "an invitation can name a channel that the inviter cannot read",
  ),
  mutant(
    "): boolean => isDefault || canAddSubscribers(user, settings, channel);",
    "): boolean => true;",
    "an invitation subscribes to channels that the inviter cannot add people to",
  ),
  mutant(
    `invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group");`,
    `"can_create_public_channel_group");`,
    "users who can create public channels can create private ones",
  ),
  mutant(
    "if (!channel.invite_only) return { ...toNonGuests, ...subscribed };",
    "if (!channel.invite_only) return { ...toNonGuests };",
    "subscribed guests do not receive events about a public channel",
  ),
  mutant(
    "return { ...toAdministrators, ...subscribed, users: await admitted(db, channel) };",
    "return { ...toNonGuests, ...subscribed, users: await admitted(db, channel) };",
    "everyone receives events about private channels",
  ),
  mutant(
    "return { ...toAdministrators, ...subscribed, users: await admitted(db, channel) };",
    "return { ...toAdministrators, ...subscribed };",
    "users who can join a private channel do not receive events about it",
  ),
  mutant(
    `.where("role", "!=", Role.guest) .orderBy("id") .execute();`,
    `.orderBy("id") .execute();`,
    "guests in a group receive events about private channels that the group can join",
  ),
  mutant(
    `append(ctx, declare(channelIds, userIds), { ...toNonGuests, except: exceptFor(userIds) });`,
    "",
    "joining or leaving several channels at once is not announced",
  ),
  mutant(
    `(op === "peer_remove" && userIds.length > 1 ? [] : userIds);`,
    "userIds;",
    "users who leave together are not notified of each other",
  ),
  mutant(
    'if (blind.length > 0) append(ctx, channelDeleteEvent({ op: "delete", ...gone }), toUsers(...blind));',
    "",
    "users who left a private channel do not learn that they no longer see it",
  ),
  mutant(
    "await happened(ctx, subscribersLeaving, ended);",
    "",
    "messages that were unread are unread again when a user returns to the channel",
  ),
  mutant(
    "return (await usersWithIds(db, others)).some((other) => other.bot_owner_id !== user.id);",
    "return others.length > 0;",
    "removing one's own bots needs more permission than removing oneself",
  ),
  mutant(
    "const effects = { leaves: { users: userIds, channels: [...ids] } };",
    "const effects = {};",
    "users who left a channel keep receiving its messages",
  ),
];

import { mutant } from "./mutant.ts";

export const channelMutants = [
  mutant(
    `if (channels.every((channel) => mayIn(user, channel, "can_administer_channel_group"))) return true;`,
    `if (channels.some((channel) => mayIn(user, channel, "can_administer_channel_group"))) return true;`,
    "administering one of several channels lets one remove people from all of them",
  ),
  mutant(
    "return channels.every((channel) => canRemoveSubscribers(user, channel));",
    "return channels.some((channel) => canRemoveSubscribers(user, channel));",
    "the right to remove subscribers from one of several channels is enough for all",
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
    "who may join a private channel cannot read it",
  ),
  mutant(
    "=> channel.is_web_public && !channel.is_archived;",
    "=> channel.is_web_public;",
    "visitors see archived channels",
  ),
  mutant(
    `return REVEALING.some((permission) => mayIn(user, channel, permission));`,
    `return REVEALING.every((permission) => mayIn(user, channel, permission));`,
    "a private channel shows itself only to those who hold every permission in it",
  ),
  mutant(
    `"can_add_subscribers_group", "can_subscribe_group", ] as const satisfies ChannelPermission[];`,
    `"can_add_subscribers_group", ] as const satisfies ChannelPermission[];`,
    "who may subscribe does not know of the channel",
  ),
  mutant(
    `mayIn(user, channel, "can_add_subscribers_group") || mayIn(user, channel, "can_subscribe_group");`,
    `mayIn(user, channel, "can_subscribe_group");`,
    "who may add subscribers may not subscribe",
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
    "protected history is seen by whoever reads the channel",
  ),
  mutant(
    "!channel.is_archived && hasContentAccess(user, channel);",
    "!channel.is_archived;",
    "an invitation may name a channel that the inviter cannot read",
  ),
  mutant(
    "): boolean => isDefault || canAddSubscribers(user, settings, channel);",
    "): boolean => true;",
    "an invitation subscribes to channels that the inviter may not add people to",
  ),
  mutant(
    `invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group");`,
    `"can_create_public_channel_group");`,
    "who may make public channels may make private ones",
  ),
  mutant(
    "if (!channel.invite_only) return { ...toNonGuests, ...subscribed };",
    "if (!channel.invite_only) return { ...toNonGuests };",
    "a guest who is subscribed does not hear of the public channel",
  ),
  mutant(
    "return { ...toAdministrators, ...subscribed, users: await admitted(db, channel) };",
    "return { ...toNonGuests, ...subscribed, users: await admitted(db, channel) };",
    "everybody hears of private channels",
  ),
  mutant(
    "return { ...toAdministrators, ...subscribed, users: await admitted(db, channel) };",
    "return { ...toAdministrators, ...subscribed };",
    "who may join a private channel does not hear of it",
  ),
  mutant(
    `.where("role", "!=", Role.guest) .orderBy("id") .execute();`,
    `.orderBy("id") .execute();`,
    "guests in a group hear of private channels that the group may join",
  ),
  mutant(
    `append(ctx, declare(channelIds, userIds), { ...toNonGuests, except: exceptFor(userIds) });`,
    "",
    "who joins or leaves several channels at once is told to nobody",
  ),
  mutant(
    `(op === "peer_remove" && userIds.length > 1 ? [] : userIds);`,
    "userIds;",
    "who leaves along with others is not told of them",
  ),
  mutant(
    'if (blind.length > 0) append(ctx, channelDeleteEvent({ op: "delete", ...gone }), toUsers(...blind));',
    "",
    "who left a private channel is not told that they do not see it any more",
  ),
  mutant(
    "await happened(ctx, subscribersLeaving, ended);",
    "",
    "what was unread in a channel comes back with whoever returns",
  ),
  mutant(
    "return (await usersWithIds(db, others)).some((other) => other.bot_owner_id !== user.id);",
    "return others.length > 0;",
    "one's own bots are not removed like oneself",
  ),
  mutant(
    "const effects = { leaves: { users: userIds, channels: [...ids] } };",
    "const effects = {};",
    "who left a channel goes on hearing its messages",
  ),
];

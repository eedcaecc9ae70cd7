import { mutant } from "./mutant.ts";

export const messageMutants = [
  mutant(
    "if (channel.is_archived) return false; if (channel.is_web_public",
    "if (channel.is_web_public",
    "messages can be sent to archived channels",
  ),
  mutant(
    "if (channel.is_web_public || (!channel.invite_only && !isGuest(sender))) return true;",
    "if (channel.is_web_public || !channel.invite_only) return true;",
    "guests can send to public channels that they are not in",
  ),
  mutant(
    "return channel.history_public_to_subscribers && mayJoin(sender, channel);",
    "return mayJoin(sender, channel);",
    "users who can join a channel with protected history can post there without joining",
  ),
  mutant(
    "if (channel.is_subscribed || sender.owner?.is_subscribed) return true;",
    "if (channel.is_subscribed) return true;",
    "a bot cannot reach its owner's private channels",
  ),
  mutant(
    `return sender.owner !== undefined && mayIn(sender.owner.holder, channel, "can_send_message_group");`,
    "return false;",
    "a bot cannot post where its owner can",
  ),
  mutant(
    "sender.bot_type === null && others.some((other) => other.bot_type === null);",
    "sender.bot_type === null;",
    "direct message rules apply to messages to bots",
  ),
  mutant(
    "sender.bot_type === null && others.some((other) => other.bot_type === null);",
    "others.some((other) => other.bot_type === null);",
    "direct message rules apply to messages from bots",
  ),
  mutant(`if (!isOwn) return "notSender";`, "", "people can edit other people's messages"),
  mutant(
    `if (!settings.allow_message_editing) return "editingDisabled";`,
    "",
    "messages can be edited although editing is disabled",
  ),
  mutant(
    "limit === null || ageSeconds <= limit + graceSeconds;",
    "limit === null || ageSeconds <= limit;",
    "an edit that was started in time is rejected",
  ),
  mutant(
    "limit === null || ageSeconds <= limit + graceSeconds;",
    "true;",
    "messages of any age can be edited and moved",
  ),
  mutant(
    `[from, to].some((channel) => mayIn(user, channel, "can_resolve_topics_group"))`,
    "false",
    "a channel's own permission to resolve topics is ignored",
  ),
  mutant(
    `mayIn(user, from, "can_administer_channel_group") || mayIn(user, from, "can_move_messages_out_of_channel_group")`,
    `mayIn(user, from, "can_administer_channel_group")`,
    "can_move_messages_out_of_channel_group is ignored",
  ),
  mutant(
    "isModerator(user) ? null : limits.move_messages_within_stream_limit_seconds;",
    "limits.move_messages_within_stream_limit_seconds;",
    "moderators have the same time limit as others for moving messages to another topic",
  ),
  mutant(
    "isModerator(user) ? null : limits.move_messages_between_streams_limit_seconds;",
    "limits.move_messages_between_streams_limit_seconds;",
    "moderators have the same time limit as others for moving messages to another channel",
  ),
  mutant(
    "seconds.length > 0 ? Math.min(...seconds) + GRACE_SECONDS : null;",
    "seconds.length > 0 ? Math.max(...seconds) + GRACE_SECONDS : null;",
    "the larger of two age limits for moving applies",
  ),
  mutant(
    `if (!isOwn || !holds("can_delete_own_message_group")) return "notAllowed";`,
    `if (!holds("can_delete_own_message_group")) return "notAllowed";`,
    "users who can delete their own messages can delete those of others",
  ),
  mutant(
    `if (!isOwn || !holds("can_delete_own_message_group")) return "notAllowed";`,
    `if (!isOwn) return "notAllowed";`,
    "people can delete their own messages without permission",
  ),
  mutant(
    `return limit !== null && ageSeconds > limit ? "tooLate" : undefined;`,
    "return undefined;",
    "people can delete their own messages at any age",
  ),
  mutant(
    "(channel !== undefined && mayIn(user, channel, permission));",
    "false;",
    "a channel's own permissions to delete messages are ignored",
  ),
  mutant(
    "return { subscribersOf: channel.id, except: await absentWhenSent(db, channel.id, id) };",
    "return { subscribersOf: channel.id };",
    "users who joined a channel with protected history receive events about older messages",
  ),
  mutant(
    "if (!channel.invite_only) return { subscribersOf: channel.id, users: await involved(db, channel.id, [id]) };",
    "if (!channel.invite_only) return { subscribersOf: channel.id };",
    "users who reacted to a message without being subscribed receive no events about it",
  ),
  mutant(
    `where "user".role <> \${Role.guest} and not exists (`,
    "where not exists (",
    "guests who left a public channel keep receiving events about its messages",
  ),
  mutant(
    "{ ids, audience: { ...subscribed, except } },",
    "{ ids, audience: subscribed },",
    "users who see some of several messages receive an event about all of them",
  ),
  mutant(
    "...partial.map((part) => ({ ids: part.ids, audience: { users: part.users } })),",
    "",
    "users who see some of several messages receive no event",
  ),
  mutant(
    "demand(!same.some(({ user_id }) => user_id === user.id), new ReactionAlreadyExists());",
    "demand(same.length === 0, new ReactionAlreadyExists());",
    "nobody can join an existing reaction",
  ),
  mutant(
    "emoji_name: first?.emoji_name ?? emoji.emoji_name };",
    "emoji_name: emoji.emoji_name };",
    "joining a reaction gives it another name",
  ),
  mutant(
    `await policyAfterParticipating(ctx, message.channel, message.subject); await announce(ctx, "add", message,`,
    `await announce(ctx, "add", message,`,
    "reacting in a topic does not follow it",
  ),
  mutant(
    "append(ctx, event, audience, strangers.length > 0 ? { personal } : {});",
    "append(ctx, event, audience);",
    "a reaction reveals a user whom a guest cannot access",
  ),
  mutant(
    `and period.channel_id = topic.channel_id and \${isSubscribed})`,
    "and period.channel_id = topic.channel_id)",
    "users who left a channel with protected history can list its topics",
  ),
  mutant(
    "for (const flag of [Flag.read, Flag.unread]) {",
    "for (const flag of [Flag.unread]) {",
    "read exceptions stay after their reader has left the channel",
  ),
  mutant(
    "if (rows.length > 0) await clearFlags(tx, flag,",
    "if (rows.length < 0) await clearFlags(tx, flag,",
    "messages marked as unread are unread again when their reader returns to the channel",
  ),
  mutant("await clearFlags(tx, Flag.read | Flag.unread, inChannel);", "", "an archived channel keeps unread messages"),
  mutant(
    `.where("message.topic_id", "=", topicId) .where(visibleInChannel(user, channel))`,
    `.where("message.topic_id", "=", topicId)`,
    "marking a topic as read reveals that it exists although protected history hides it",
  ),
  mutant(
    "const channel = await channelById(db, realm.id, user.id, id); if (!channel || channel.is_archived || !hasContentAccess(user, channel)) throw new InvalidChannelId();",
    "const channel = await channelById(db, realm.id, user.id, id); if (!channel || channel.is_archived) throw new InvalidChannelId();",
    "channels that a user cannot read can be marked as read",
  ),
  mutant(
    'known.filter((each) => isSet(each) === (op === "remove"))',
    "known",
    "flags that are already set are announced again",
  ),
  mutant(
    "const known = await visibleStandings(ctx, ids); demand(known.length === new Set(ids).size, new InvalidMessage());",
    "const known = await visibleStandings(ctx, ids);",
    "if some messages are not visible, the others are flagged",
  ),
  mutant(
    "if (!isOneBatch && needsAll(asked)) await allVisible(ctx, ids);",
    "",
    "if some of thousands of messages are not visible, the others are flagged",
  ),
  mutant(
    "if (ids.length === BATCH) enqueue(ctx, readMuted({ ...rest, below: ids.at(-1) as MessageId }));",
    "",
    "older messages of somebody who has written much stay unread when they are muted",
  ),
  mutant(
    "!== rest.muted_at) return;",
    "=== undefined) return;",
    "what an earlier mute has left to read is read after another one",
  ),
  mutant(
    "if (start > 0) current = { ...ctx, ...(await ctx.identifiedAnew?.()) };",
    "",
    "someone who is deactivated goes on changing the flags of thousands of messages",
  ),
  mutant(
    'op === "add" ? lookUp(ctx, ids) : standings(ctx, ids)',
    "lookUp(ctx, ids)",
    "a star cannot be removed from a message that is no longer visible",
  ),
  mutant(
    "await clearFlagsOf(tx, userId, idsOf(below), Flag.unread);",
    "",
    "messages marked as unread stay unread when they are read",
  ),
  mutant("await setFlagsOf(tx, userId, idsOf(kept), Flag.read);", "", "messages read out of order stay unread"),
  mutant("await raiseMarks(tx, marks);", "", "the read mark never rises"),
  mutant(
    "return { changed: messages, ignoredChannels: outside };",
    "return { changed: messages, ignoredChannels: [] };",
    "the response does not list channels where nothing can be unread",
  ),
  mutant(
    "const kept = channel.message_retention_days ?? days;",
    "const kept = days;",
    "a channel's own retention period is ignored",
  ),
  mutant("if (days > 0) await forgetDirect(ctx, ctx.now - days * DAY);", "", "direct messages are kept forever"),
  mutant(
    "const old = oldest.filter((message) => message.sent_at < before); if (old.length === 0) return false;",
    "const old = oldest; if (old.length === 0) return false;",
    "retention deletes recent messages",
  ),
  mutant(
    "await moveBeginning(writing, channel);",
    "",
    "a channel's new first message is not announced after retention",
  ),
];

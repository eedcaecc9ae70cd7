import { mutant } from "./mutant.ts";

export const messageMutants = [
  mutant(
    "if (channel.is_archived) return false; if (channel.is_web_public",
    "if (channel.is_web_public",
    "messages are sent to archived channels",
  ),
  mutant(
    "if (channel.is_web_public || (!channel.invite_only && !isGuest(sender))) return true;",
    "if (channel.is_web_public || !channel.invite_only) return true;",
    "guests send to public channels that they are not in",
  ),
  mutant(
    "return channel.history_public_to_subscribers && mayJoin(sender, channel);",
    "return mayJoin(sender, channel);",
    "who may join a channel with protected history writes to it without having joined",
  ),
  mutant(
    "if (channel.is_subscribed || sender.owner?.is_subscribed) return true;",
    "if (channel.is_subscribed) return true;",
    "a bot does not reach the private channels of its owner",
  ),
  mutant(
    `return sender.owner !== undefined && mayIn(sender.owner.holder, channel, "can_send_message_group");`,
    "return false;",
    "a bot may not post where its owner may",
  ),
  mutant(
    "sender.bot_type === null && others.some((other) => other.bot_type === null);",
    "sender.bot_type === null;",
    "the rules for direct messages hold for writing to bots",
  ),
  mutant(
    "sender.bot_type === null && others.some((other) => other.bot_type === null);",
    "others.some((other) => other.bot_type === null);",
    "the rules for direct messages hold for bots that write",
  ),
  mutant(`if (!isOwn) return "notSender";`, "", "others edit the content of a message"),
  mutant(
    `if (!settings.allow_message_editing) return "editingDisabled";`,
    "",
    "messages are edited where that is not allowed",
  ),
  mutant(
    "limit === null || ageSeconds <= limit + graceSeconds;",
    "limit === null || ageSeconds <= limit;",
    "an edit that was begun in time is refused",
  ),
  mutant(
    "limit === null || ageSeconds <= limit + graceSeconds;",
    "true;",
    "messages are edited and moved however old they are",
  ),
  mutant(
    `[from, to].some((channel) => mayIn(user, channel, "can_resolve_topics_group"))`,
    "false",
    "a channel's own permission to resolve topics counts for nothing",
  ),
  mutant(
    `mayIn(user, from, "can_administer_channel_group") || mayIn(user, from, "can_move_messages_out_of_channel_group")`,
    `mayIn(user, from, "can_administer_channel_group")`,
    "can_move_messages_out_of_channel_group gives nothing",
  ),
  mutant(
    "isModerator(user) ? null : limits.move_messages_within_stream_limit_seconds;",
    "limits.move_messages_within_stream_limit_seconds;",
    "moderators have no more time than others to move messages to another topic",
  ),
  mutant(
    "isModerator(user) ? null : limits.move_messages_between_streams_limit_seconds;",
    "limits.move_messages_between_streams_limit_seconds;",
    "moderators have no more time than others to move messages to another channel",
  ),
  mutant(
    "seconds.length > 0 ? Math.min(...seconds) + GRACE_SECONDS : null;",
    "seconds.length > 0 ? Math.max(...seconds) + GRACE_SECONDS : null;",
    "of two limits on the age of messages to move the larger counts",
  ),
  mutant(
    `if (!isOwn || !holds("can_delete_own_message_group")) return "notAllowed";`,
    `if (!holds("can_delete_own_message_group")) return "notAllowed";`,
    "who may delete their own messages deletes those of others",
  ),
  mutant(
    `if (!isOwn || !holds("can_delete_own_message_group")) return "notAllowed";`,
    `if (!isOwn) return "notAllowed";`,
    "one's own messages are deleted without the permission",
  ),
  mutant(
    `return limit !== null && ageSeconds > limit ? "tooLate" : undefined;`,
    "return undefined;",
    "one's own messages are deleted however old they are",
  ),
  mutant(
    "(channel !== undefined && mayIn(user, channel, permission));",
    "false;",
    "a channel's own permissions to delete messages give nothing",
  ),
  mutant(
    "return { subscribersOf: channel.id, except: await absentWhenSent(db, channel.id, id) };",
    "return { subscribersOf: channel.id };",
    "who joined a channel with protected history later hears what happens to older messages",
  ),
  mutant(
    "if (!channel.invite_only) return { subscribersOf: channel.id, users: await involved(db, channel.id, [id]) };",
    "if (!channel.invite_only) return { subscribersOf: channel.id };",
    "who has reacted to a message without being subscribed hears no more of it",
  ),
  mutant(
    `where "user".role <> \${Role.guest} and not exists (`,
    "where not exists (",
    "guests who have left a public channel go on hearing of messages in it",
  ),
  mutant(
    "{ ids, audience: { ...subscribed, except } },",
    "{ ids, audience: subscribed },",
    "who sees a part of several messages hears of all of them",
  ),
  mutant(
    "...partial.map((part) => ({ ids: part.ids, audience: { users: part.users } })),",
    "",
    "who sees a part of several messages hears of none",
  ),
  mutant(
    "demand(!same.some(({ user_id }) => user_id === user.id), new ReactionAlreadyExists());",
    "demand(same.length === 0, new ReactionAlreadyExists());",
    "nobody joins in a reaction",
  ),
  mutant(
    "emoji_name: first?.emoji_name ?? emoji.emoji_name };",
    "emoji_name: emoji.emoji_name };",
    "who joins in a reaction gives it another name",
  ),
  mutant(
    `await policyAfterParticipating(ctx, message.channel, message.subject); await announce(ctx, "add", message,`,
    `await announce(ctx, "add", message,`,
    "who reacts in a topic does not follow it by that",
  ),
  mutant(
    "append(ctx, event, audience, strangers.length > 0 ? { personal } : {});",
    "append(ctx, event, audience);",
    "guests learn from a reaction who it is whom they do not know",
  ),
  mutant(
    `and period.channel_id = topic.channel_id and \${isSubscribed})`,
    "and period.channel_id = topic.channel_id)",
    "who has left a channel with protected history is told its topics",
  ),
  mutant(
    "await clearFlags(tx, Flag.read | Flag.unread, theirs);",
    "await clearFlags(tx, Flag.unread, theirs);",
    "messages that were read out of order keep that after their reader has left the channel",
  ),
  mutant(
    "await clearFlags(tx, Flag.read | Flag.unread, theirs);",
    "",
    "messages that were marked as unread come back with whoever returns to the channel",
  ),
  mutant("await clearFlags(tx, Flag.read | Flag.unread, inChannel);", "", "an archived channel keeps unread messages"),
  mutant(
    `.where("message.topic_id", "=", topicId) .where(visibleInChannel(user, channel))`,
    `.where("message.topic_id", "=", topicId)`,
    "marking a topic as read tells that it exists, though protected history hides it",
  ),
  mutant(
    "const channel = await channelById(db, realm.id, user.id, id); if (!channel || channel.is_archived || !hasContentAccess(user, channel)) throw new InvalidChannelId();",
    "const channel = await channelById(db, realm.id, user.id, id); if (!channel || channel.is_archived) throw new InvalidChannelId();",
    "a channel that one cannot read can be marked as read",
  ),
  mutant(
    'known.filter((each) => isSet(each) === (op === "remove"))',
    "known",
    "flags that are set already are told again",
  ),
  mutant(
    "const known = await visibleStandings(ctx, ids); demand(known.length === new Set(ids).size, new InvalidMessage());",
    "const known = await visibleStandings(ctx, ids);",
    "of messages that cannot be seen the others are flagged",
  ),
  mutant(
    'op === "add" ? visible(ctx, ids) : standings(ctx, ids)',
    "visible(ctx, ids)",
    "a star cannot be taken from a message that one does not see any more",
  ),
  mutant(
    "await clearFlagsOf(tx, userId, idsOf(below), Flag.unread);",
    "",
    "what was marked as unread stays so when it is read",
  ),
  mutant("await setFlagsOf(tx, userId, idsOf(kept), Flag.read);", "", "messages read out of order stay unread"),
  mutant("await raiseMarks(tx, marks);", "", "the read mark never rises"),
  mutant(
    "ignoredChannels: [...new Set(outside)].sort((a, b) => a - b) };",
    "ignoredChannels: [] };",
    "nobody learns which channels nothing can be unread in",
  ),
  mutant(
    "const kept = channel.message_retention_days ?? days;",
    "const kept = days;",
    "a channel's own retention counts for nothing",
  ),
  mutant("if (days > 0) await forgetDirect(ctx, ctx.now - days * DAY);", "", "direct messages are kept for ever"),
  mutant(
    "const old = oldest.filter((message) => message.sent_at < before); if (old.length === 0) return false;",
    "const old = oldest; if (old.length === 0) return false;",
    "retention deletes messages that are young",
  ),
  mutant("await moveBeginning(writing, channel);", "", "nobody hears where a channel begins after retention"),
];

/**
 * A minimal registration on a Parley database: the selects for data that grows with the organization, and the same
 * JSON. Data that does not grow is copied from a response of Parley.
 */
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

type BaselineRow = Record<string, unknown>;

const [file = "", realmId = "1", userId = "1", answerFile = ""] = process.argv.slice(2);
const kept = JSON.parse(readFileSync(answerFile, "utf8")) as BaselineRow;

const database = new DatabaseSync(file);
database.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456;");

const selectUsers = database.prepare(
  `select id, delivery_email, full_name, role, is_active, bot_type, bot_owner_id, date_joined, avatar_source,
     avatar_version, settings from user where realm_id = ? and system_bot is null order by id`,
);
const selectChannels = database.prepare(
  `select channel.*, own.is_subscribed, own.color, own.is_muted, own.pin_to_top, own.desktop_notifications,
     own.audible_notifications, own.push_notifications, own.email_notifications, own.wildcard_mentions_notify
   from channel left join subscription as own on own.channel_id = channel.id and own.user_id = ?
   where channel.realm_id = ? order by channel.name_key`,
);
const selectCounts = database.prepare(
  `select channel_id, count(*) as count from subscription join user on user.id = subscription.user_id
   where is_subscribed and user.is_active group by channel_id`,
);
const selectGroups = database.prepare(
  "select * from user_group where realm_id = ? and kind <> 'anonymous' order by id",
);
const selectMembers = database.prepare(
  `select group_id, user_id from user_group_member join user_group on user_group.id = user_group_member.group_id
   where user_group.realm_id = ? order by user_id`,
);
const selectUnread = database.prepare(
  `select message.id, message.recipient_id, mark.channel_id, message.topic_id, message.subject from (
     select channel.recipient_id, channel.id as channel_id, subscription.read_upto
       from subscription join channel on channel.id = subscription.channel_id
       where subscription.user_id = ?1 and subscription.is_subscribed
     union all
     select recipient_id, null, read_upto from direct_participant where user_id = ?1) as mark
   join message on message.recipient_id = mark.recipient_id and message.id > mark.read_upto
   left join user_message as own on own.user_id = ?1 and own.message_id = message.id
   where own.flags is null`,
);
const selectOthers = database.prepare(
  `select own.recipient_id, other.user_id from direct_participant as own
   join direct_participant as other on other.recipient_id = own.recipient_id and other.user_id <> own.user_id
   where own.user_id = ?`,
);

const AVATAR = "https://secure.gravatar.com/avatar/00000000000000000000000000000000?d=identicon&version=1";

const userObject = (row: BaselineRow) => ({
  user_id: row.id,
  delivery_email: null,
  email: `user${row.id}@localhost`,
  full_name: row.full_name,
  date_joined: "2026-01-01T00:00+00:00",
  is_owner: row.role === 100,
  is_admin: row.role === 200,
  is_guest: row.role === 600,
  is_bot: row.bot_type !== null,
  bot_type: row.bot_type,
  bot_owner_id: row.bot_owner_id,
  role: row.role,
  avatar_url: AVATAR,
  avatar_version: row.avatar_version,
  timezone: "",
  profile_data: {},
});

const channelObject = (row: BaselineRow, subscriber_count: number) => ({
  stream_id: row.id,
  name: row.name,
  is_archived: row.is_archived === 1,
  description: row.description,
  rendered_description: row.rendered_description,
  date_created: row.date_created,
  creator_id: row.creator_id,
  invite_only: row.invite_only === 1,
  is_web_public: row.is_web_public === 1,
  stream_post_policy: 1,
  is_announcement_only: false,
  message_retention_days: row.message_retention_days,
  history_public_to_subscribers: row.history_public_to_subscribers === 1,
  topics_policy: row.topics_policy,
  first_message_id: row.first_message_id,
  folder_id: row.folder_id,
  is_recently_active: row.is_recently_active === 1,
  stream_weekly_traffic: row.weekly_traffic,
  subscriber_count,
  can_add_subscribers_group: row.can_add_subscribers_group,
  can_administer_channel_group: row.can_administer_channel_group,
  can_delete_any_message_group: row.can_delete_any_message_group,
  can_delete_own_message_group: row.can_delete_own_message_group,
  can_move_messages_out_of_channel_group: row.can_move_messages_out_of_channel_group,
  can_move_messages_within_channel_group: row.can_move_messages_within_channel_group,
  can_remove_subscribers_group: row.can_remove_subscribers_group,
  can_send_message_group: row.can_send_message_group,
  can_subscribe_group: row.can_subscribe_group,
  can_resolve_topics_group: row.can_resolve_topics_group,
});

const subscriptionObject = (row: BaselineRow, subscriber_count: number) => ({
  ...channelObject(row, subscriber_count),
  color: row.color,
  is_muted: row.is_muted === 1,
  in_home_view: row.is_muted === 0,
  pin_to_top: row.pin_to_top === 1,
  desktop_notifications: row.desktop_notifications,
  audible_notifications: row.audible_notifications,
  push_notifications: row.push_notifications,
  email_notifications: row.email_notifications,
  wildcard_mentions_notify: row.wildcard_mentions_notify,
});

function channelLists() {
  const rows = selectChannels.all(userId, realmId);
  const counts = new Map(selectCounts.all().map(({ channel_id, count }) => [channel_id, count as number]));
  const subscribed = rows.filter((row) => row.is_subscribed === 1);
  const others = rows.filter((row) => row.is_subscribed !== 1);
  const countOf = (row: BaselineRow) => counts.get(row.id as number) ?? 0;
  return {
    streams: rows.map((row) => channelObject(row, countOf(row))),
    subscriptions: subscribed.map((row) => subscriptionObject(row, countOf(row))),
    never_subscribed: others.map((row) => channelObject(row, countOf(row))),
  };
}

function groupList() {
  const members = Map.groupBy(selectMembers.all(realmId), (row) => row.group_id);
  return selectGroups.all(realmId).map((row, index) => ({
    ...(kept.realm_user_groups as BaselineRow[])[index],
    members: members.get(row.id as number)?.map((member) => member.user_id) ?? [],
  }));
}

function unreadMessages() {
  const rows = selectUnread.all({ 1: userId } as never);
  const others = new Map(selectOthers.all(userId).map((row) => [row.recipient_id, row.user_id]));
  const ids = (messages: BaselineRow[]) => messages.map((message) => message.id as number);
  const direct = Map.groupBy(
    rows.filter((row) => row.channel_id === null),
    (row) => row.recipient_id,
  );
  const topics = Map.groupBy(
    rows.filter((row) => row.channel_id !== null),
    (row) => row.topic_id,
  );
  return {
    count: rows.length,
    pms: [...direct].map(([recipient, messages]) => {
      const other_user_id = others.get(recipient as number);
      return { other_user_id, sender_id: other_user_id, unread_message_ids: ids(messages) };
    }),
    streams: [...topics.values()].map((messages) => ({
      stream_id: messages[0]?.channel_id,
      topic: messages[0]?.subject,
      unread_message_ids: ids(messages),
    })),
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
  };
}

const server = Fastify();
server.get("/register", async () => ({
  ...kept,
  realm_users: selectUsers.all(realmId).map(userObject),
  ...channelLists(),
  realm_user_groups: groupList(),
  unread_msgs: unreadMessages(),
}));

const url = await server.listen({ host: "127.0.0.1", port: 0 });
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url })}\n`);

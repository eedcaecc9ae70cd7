/** The data integrity rules that features rely on, checked on both engines. */
import { type RawBuilder, sql } from "kysely";
import {
  CHANNEL_PERMISSIONS,
  GROUP_PERMISSIONS,
  REALM_PERMISSIONS,
  SYSTEM_GROUPS,
} from "../../kernel/access/permission-settings.ts";
import { BotType, Role } from "../../kernel/access/roles.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { Flag } from "../../messages/flags.ts";
import { Trait } from "../../messages/traits.ts";
import { CONSTANT_BOTS } from "../../people/users/system-bots.ts";
import type { Check } from "./check.ts";

/** Further problems of a kind are only counted. */
const MOST_LISTED = 10;

interface Invariant extends Check<Db> {
  problems(db: Db): Promise<string[]> | string[];
}

/** A check by queries for bad data: each row is one problem, as a sentence. */
function invariant(name: string, ...queries: RawBuilder<{ problem: string }>[]): Invariant {
  return {
    name,
    async problems(db) {
      const found: string[] = [];
      for (const query of queries) found.push(...(await query.execute(db)).rows.map((row) => row.problem));
      return abridged(found);
    },
  };
}

function abridged(found: readonly string[]): string[] {
  const more = found.length - MOST_LISTED;
  return more > 0 ? [...found.slice(0, MOST_LISTED), `… and ${more} more.`] : [...found];
}

const owner = sql.lit(Role.owner);

const positions = invariant(
  "the log's position is not behind its events",
  sql`select 'The log of organization ' || event.realm_id || ' is at ' || realm_position.position
        || ' and holds event ' || max(event.position) || '.' as problem
      from event join realm_position on realm_position.realm_id = event.realm_id
      group by event.realm_id, realm_position.position having max(event.position) > realm_position.position`,
  sql`select 'Organization ' || realm.id || ' has no log.' as problem from realm
      left join realm_position on realm_position.realm_id = realm.id where realm_position.realm_id is null`,
);

const progress = invariant(
  "every organization knows up to which message people were notified",
  sql`select 'Organization ' || realm.id || ' does not know of which messages people were told.' as problem from realm
      left join notification_progress as progress on progress.realm_id = realm.id where progress.realm_id is null`,
);

const topics = invariant(
  "every topic knows its newest message",
  sql`select 'Topic ' || topic.id || ' says ' || topic.max_message_id || ', its newest message is '
        || coalesce(max(message.id), 0) || '.' as problem
      from topic left join message on message.topic_id = topic.id
      group by topic.id, topic.max_message_id having topic.max_message_id <> coalesce(max(message.id), 0)`,
  sql`select 'Message ' || message.id || ' is not in the channel of its topic.' as problem
      from message join topic on topic.id = message.topic_id join channel on channel.id = topic.channel_id
      where channel.recipient_id <> message.recipient_id`,
  sql`select 'Message ' || message.id || ' of channel ' || channel.id || ' has no topic.' as problem
      from message join channel on channel.recipient_id = message.recipient_id where message.topic_id is null`,
);

const firstMessages = invariant(
  "every channel knows its first message",
  // The first message may have been deleted, so the recorded one may be earlier, but never later.
  sql`select 'Channel ' || channel.id || ' says ' || coalesce(cast(channel.first_message_id as text), 'none')
        || ', its first message is ' || min(message.id) || '.' as problem
      from channel join message on message.recipient_id = channel.recipient_id
      group by channel.id, channel.first_message_id
      having channel.first_message_id is null or channel.first_message_id > min(message.id)`,
);

const periods = invariant(
  "a subscription has an open period exactly while it is active",
  sql`select 'User ' || subscription.user_id || ' and channel ' || subscription.channel_id || ': '
        || count(period.user_id) || ' open periods.' as problem
      from subscription left join subscription_period as period
        on period.user_id = subscription.user_id and period.channel_id = subscription.channel_id
        and period.to_message_id is null
      group by subscription.user_id, subscription.channel_id, subscription.is_subscribed
      having count(period.user_id) <> case when subscription.is_subscribed then 1 else 0 end`,
  sql`select 'User ' || period.user_id || ' and channel ' || period.channel_id || ': a period without subscription.'
        as problem
      from subscription_period as period left join subscription
        on subscription.user_id = period.user_id and subscription.channel_id = period.channel_id
      where subscription.user_id is null`,
);

const participants: Invariant = {
  name: "direct conversations have the participants that their key names",
  async problems(db) {
    const recipients = await db
      .selectFrom("recipient")
      .select(["id", "direct_key"])
      .where("direct_key", "is not", null)
      .execute();
    const rows = await db
      .selectFrom("direct_participant")
      .select(["recipient_id", "user_id"])
      .orderBy("recipient_id")
      .orderBy("user_id")
      .execute();
    const people = Map.groupBy(rows, (row) => row.recipient_id);
    return abridged(
      recipients
        .filter(({ id, direct_key }) => (people.get(id) ?? []).map((row) => row.user_id).join(",") !== direct_key)
        .map(({ id, direct_key }) => `Conversation ${id} of users ${direct_key} has other participants.`),
    );
  },
};

const presence = invariant(
  "no presence is newer than the organization's presence counter",
  sql`select 'User ' || user_presence.user_id || ' was changed by update ' || user_presence.last_update_id
        || ', and there have been ' || coalesce(presence_counter.last_update_id, 0) || '.' as problem
      from user_presence left join presence_counter on presence_counter.realm_id = user_presence.realm_id
      where user_presence.last_update_id > coalesce(presence_counter.last_update_id, 0)`,
);

const read = sql.lit(Flag.read);
const unread = sql.lit(Flag.unread);
const received = sql.lit(Flag.received);

const readExceptions = invariant(
  "exceptions to a read mark differ from the mark",
  sql`select 'User ' || own.user_id || ', message ' || own.message_id || ': flags ' || own.flags || ', read up to '
        || mark.read_upto || '.' as problem
      from user_message as own join message on message.id = own.message_id
        join (select channel.recipient_id, subscription.user_id, subscription.read_upto
            from subscription join channel on channel.id = subscription.channel_id where subscription.is_subscribed
          union all select recipient_id, user_id, read_upto from direct_participant) as mark
        on mark.recipient_id = message.recipient_id and mark.user_id = own.user_id
      where (own.flags & ${received}) = 0 and (((own.flags & ${read}) <> 0 and own.message_id <= mark.read_upto)
        or ((own.flags & ${unread}) <> 0 and own.message_id > mark.read_upto))`,
  sql`select 'User ' || own.user_id || ', message ' || own.message_id || ': unread in a channel without subscription.'
        as problem
      from user_message as own join message on message.id = own.message_id
        join channel on channel.recipient_id = message.recipient_id
        left join subscription on subscription.channel_id = channel.id and subscription.user_id = own.user_id
          and subscription.is_subscribed
      where (own.flags & ${unread}) <> 0 and subscription.user_id is null`,
);

const recipients = invariant(
  "every message has a channel or direct recipients",
  sql`select 'Recipient ' || recipient.id || ' is neither a channel nor a conversation.' as problem
      from recipient left join channel on channel.recipient_id = recipient.id
      where channel.id is null and recipient.direct_key is null`,
);

const newestDirect = invariant(
  "direct conversations know their newest message",
  sql`select 'Conversation ' || participant.recipient_id || ' of user ' || participant.user_id || ' says '
        || participant.max_message_id || ', its newest message is ' || coalesce(newest.id, 0) || '.' as problem
      from direct_participant as participant
      left join (select recipient_id, max(id) as id from message group by recipient_id) as newest
        on newest.recipient_id = participant.recipient_id
      where participant.max_message_id <> coalesce(newest.id, 0)`,
);

const topicMentions = invariant(
  "topic mentions are flagged only where the text has one",
  sql`select 'Message ' || message.id || ' is flagged for user ' || user_message.user_id || ' and mentions no topic.'
        as problem
      from user_message join message on message.id = user_message.message_id
      where (user_message.flags & ${sql.lit(Flag.topic_wildcard_mentioned)}) <> 0
        and (message.traits & ${sql.lit(Trait.topicWildcard)}) = 0`,
);
const searchIndex: Invariant = {
  name: "the search index contains every message up to its cursor, and no others",
  async problems(db) {
    const indexed = isPostgres(db)
      ? sql`select message_id as id from search_index`
      : sql`select rowid as id from search_index`;
    const query = sql<{ problem: string }>`
      select 'Message ' || message.id || ' is not in it.' as problem
      from message join search_cursor on search_cursor.realm_id = message.realm_id
      where message.id <= search_cursor.upto_message_id and message.id not in (${indexed})
      union all
      select 'It holds message ' || entry.id || ', which is gone.' as problem
      from (${indexed}) as entry left join message on message.id = entry.id where message.id is null`;
    return abridged((await query.execute(db)).rows.map((row) => row.problem));
  },
};

const systemGroups = invariant(
  "every organization has its role groups",
  ...SYSTEM_GROUPS.map(
    (name) => sql<{ problem: string }>`
      select 'Organization ' || realm.id || ' has no group ' || ${sql.lit(name)} || '.' as problem
      from realm left join user_group
        on user_group.realm_id = realm.id and user_group.kind = 'system' and user_group.name = ${sql.lit(name)}
      where user_group.id is null`,
  ),
);

const systemBots = invariant(
  "every organization has the built-in bots",
  ...CONSTANT_BOTS.map(
    (kind) => sql<{ problem: string }>`
      select 'Organization ' || realm.id || ' has no active ' || ${sql.lit(kind)} || ' bot.' as problem
      from realm left join "user"
        on "user".realm_id = realm.id and "user".system_bot = ${sql.lit(kind)} and "user".is_active
      where "user".id is null`,
  ),
);

const channelSettings = invariant(
  "channel permissions are held by groups of the same organization",
  ...CHANNEL_PERMISSIONS.map(
    (setting) => sql<{ problem: string }>`
      select 'Channel ' || channel.id || ': ' || ${sql.lit(setting)} || ' is no group.' as problem
      from channel left join user_group
        on user_group.id = channel.${sql.ref(setting)} and user_group.realm_id = channel.realm_id
      where user_group.id is null`,
  ),
);

const groupSettings = invariant(
  "group permissions are held by groups of the same organization",
  ...GROUP_PERMISSIONS.map(
    (setting) => sql<{ problem: string }>`
      select 'Group ' || user_group.id || ': ' || ${sql.lit(setting)} || ' is no group.' as problem
      from user_group left join user_group as holder
        on holder.id = user_group.${sql.ref(setting)} and holder.realm_id = user_group.realm_id
      where holder.id is null and user_group.kind <> 'anonymous'`,
  ),
);

const nesting: Invariant = {
  name: "no group contains itself, and only settings contain unnamed groups",
  async problems(db) {
    const anonymous = await db
      .selectFrom("user_group_subgroup as nested")
      .innerJoin("user_group", "user_group.id", "nested.subgroup_id")
      .select(["nested.group_id", "nested.subgroup_id"])
      .where("user_group.kind", "=", "anonymous")
      .execute();
    const links = await db.selectFrom("user_group_subgroup").selectAll().execute();
    return [
      ...anonymous.map((link) => `Group ${link.group_id} contains the anonymous set ${link.subgroup_id}.`),
      ...cyclic(links).map((id) => `Group ${id} contains itself.`),
    ];
  },
};

/** Repeatedly removes groups without remaining subgroups. What is left is in a cycle or contains one. */
function cyclic(links: readonly { group_id: number; subgroup_id: number }[]): number[] {
  const containing = Map.groupBy(links, (link) => link.subgroup_id);
  const open = new Map<number, number>();
  for (const { group_id } of links) open.set(group_id, (open.get(group_id) ?? 0) + 1);
  const done = [...containing.keys()].filter((id) => !open.has(id));
  for (let id = done.pop(); id !== undefined; id = done.pop())
    for (const { group_id } of containing.get(id) ?? []) {
      const left = (open.get(group_id) ?? 0) - 1;
      open.set(group_id, left);
      if (left === 0) done.push(group_id);
    }
  return [...open].filter(([, left]) => left > 0).map(([id]) => id);
}

const realmSettings: Invariant = {
  name: "organization permissions are held by groups of the same organization",
  async problems(db) {
    const groups = await db.selectFrom("user_group").select(["id", "realm_id"]).execute();
    const realmOf = new Map(groups.map((group) => [group.id, group.realm_id]));
    const realms = await db.selectFrom("realm").select(["id", "settings"]).execute();
    return realms.flatMap(({ id, settings }) =>
      REALM_PERMISSIONS.filter(
        (name) => settings[name] !== undefined && realmOf.get(settings[name] as number) !== id,
      ).map((name) => `Organization ${id}: ${name} is not a group.`),
    );
  },
};

const owners = invariant(
  "every active organization has an active owner",
  sql`select 'Organization ' || realm.id || ' has none.' as problem from realm
      where realm.is_active and not exists (
        select 1 from "user" where "user".realm_id = realm.id and "user".role = ${owner}
          and "user".is_active and "user".bot_type is null)`,
);

const defaults = invariant(
  // There is none after the default organization was deleted, until a new one is created.
  "at most one organization is the default",
  sql`select 'There are ' || count(*) || '.' as problem from realm where is_default having count(*) > 1`,
);

const deletions = invariant(
  "only a deactivated organization is scheduled for deletion",
  sql`select 'Organization ' || id || ' is active.' as problem from realm
      where is_active and scheduled_deletion_at is not null`,
);

const uploadSpace = invariant(
  "the storage used by uploads is recorded",
  sql`select 'Organization ' || realm.id || ' says ' || coalesce(max(upload_space.used_bytes), 0)
        || ' bytes, its files have ' || coalesce(sum(attachment.size), 0) || '.' as problem
      from realm left join upload_space on upload_space.realm_id = realm.id
      left join attachment on attachment.realm_id = realm.id
      group by realm.id having coalesce(max(upload_space.used_bytes), 0) <> coalesce(sum(attachment.size), 0)`,
);

const uploadClaims = invariant(
  "a file that a message claims is not scheduled for removal",
  sql`select 'Attachment ' || attachment.id || ' is claimed.' as problem from attachment
      where unclaimed_since is not null
        and (exists (select 1 from attachment_message where attachment_id = attachment.id)
          or exists (select 1 from attachment_scheduled_message where attachment_id = attachment.id))`,
);

const channelKinds = invariant(
  "every channel has one of the four types, and newcomers' channels are open",
  sql`select 'Channel ' || channel.id || ' is of no kind.' as problem from channel
      where (invite_only and is_web_public) or (not invite_only and not history_public_to_subscribers)`,
  sql`select 'Channel ' || channel.id || ' is private or archived, and a default channel.' as problem
      from default_channel join channel on channel.id = default_channel.channel_id
      where channel.invite_only or channel.is_archived`,
);

const folders = invariant(
  "channels are in folders of the same organization",
  sql`select 'Channel ' || channel.id || ' is in folder ' || channel.folder_id || ', which is none.' as problem
      from channel left join channel_folder as folder
        on folder.id = channel.folder_id and folder.realm_id = channel.realm_id
      where channel.folder_id is not null and folder.id is null`,
);

const invitations = invariant(
  "every invitation has one of the three types and an inviter from the same organization",
  sql`select 'Invitation ' || id || ' is of no kind.' as problem from invitation
      where (kind = 'link') <> (email is null) or (kind = 'confirmation') <> (inviter_id is null)
        or (email is null) <> (email_key is null)`,
  sql`select 'Invitation ' || invitation.id || ' was made by somebody of another organization.' as problem
      from invitation join "user" on "user".id = invitation.inviter_id
      where "user".realm_id <> invitation.realm_id`,
);

const avatars = invariant(
  "every user with an uploaded avatar shows it",
  sql`select 'User ' || id || ' shows a picture of source ' || avatar_source || '.' as problem from "user"
      where (avatar_source = 'U') <> (avatar_path is not null)`,
);

const profileValues = invariant(
  "profile values match the types of their fields",
  sql`select 'User ' || profile_value.user_id || ' has a value in field ' || profile_field.id
        || ' of another organization.' as problem
      from profile_value join profile_field on profile_field.id = profile_value.field_id
      join "user" on "user".id = profile_value.user_id where "user".realm_id <> profile_field.realm_id`,
  sql`select 'User ' || user_id || ' has a status of which nothing is set.' as problem from user_status
      where status_text = '' and emoji_name = ''`,
);

const bots = invariant(
  "every bot has its own data, and a person as its owner",
  sql`select 'User ' || bot.user_id || ' has the defaults of a bot and is none.' as problem
      from bot join "user" on "user".id = bot.user_id where "user".bot_type is null`,
  sql`select 'User ' || service.user_id || ' is called at ' || service.base_url || ' and is no outgoing webhook.' as problem
      from bot_service as service join "user" on "user".id = service.user_id
      where "user".bot_type is null or "user".bot_type <> ${sql.lit(BotType.outgoingWebhook)}`,
  sql`select 'Bot ' || bot.id || ' belongs to ' || owner.id || ', who is no person of its organization.' as problem
      from "user" as bot join "user" as owner on owner.id = bot.bot_owner_id
      where owner.bot_type is not null or owner.realm_id <> bot.realm_id`,
);

const personalNotes = invariant(
  "drafts have one target, and no user has a view twice",
  sql`select 'Draft ' || id || ' is for a channel and for people.' as problem from draft
      where channel_id is not null and cast(to_user_ids as text) <> '[]'`,
  sql`select 'Draft ' || draft.id || ' is for a channel of another organization.' as problem
      from draft join channel on channel.id = draft.channel_id join "user" on "user".id = draft.user_id
      where channel.realm_id <> "user".realm_id`,
  sql`select 'User ' || user_id || ' has ' || count(*) || ' views of ' || fragment || '.' as problem
      from navigation_view group by user_id, fragment having count(*) > 1`,
);

/** Retries delay a job by at most a few minutes. */
const hasJob = (kind: string) => sql`exists (
  select 1 from job where job.realm_id = waiting.realm_id and job.kind = ${sql.lit(kind)} and not job.failed
    and job.run_at_ms <= waiting.scheduled_delivery_timestamp * 1000 + 600000)`;

const scheduled = invariant(
  "scheduled messages and reminders have recipients in the organization and a job",
  sql`select 'Scheduled message ' || id || ' is for nobody, or for a channel and for people.' as problem
      from scheduled_message where sent_at is null and (channel_id is null) = (user_ids is null)`,
  sql`select 'Scheduled message ' || waiting.id || ' is of another organization than its sender.' as problem
      from scheduled_message as waiting join "user" on "user".id = waiting.sender_id
      where "user".realm_id <> waiting.realm_id`,
  sql`select 'Nothing will send scheduled message ' || waiting.id || '.' as problem from scheduled_message as waiting
      where sent_at is null and failure is null and not ${hasJob("deliver_scheduled_messages")}`,
  sql`select 'Nothing will deliver reminder ' || waiting.id || '.' as problem from reminder as waiting
      where not failed and not ${hasJob("deliver_reminders")}`,
);

const histories = invariant(
  "messages know how many of their edits are kept",
  sql`select 'Message ' || message.id || ' has another number of edits than it says.' as problem from message
      left join (select message_id, count(*) as entries, coalesce(sum(text_size), 0) as bytes
        from message_edit group by message_id) as kept on kept.message_id = message.id
      where message.history_count <> coalesce(kept.entries, 0) or message.history_bytes <> coalesce(kept.bytes, 0)`,
);

export const invariants: readonly Invariant[] = [
  positions,
  progress,
  topics,
  firstMessages,
  periods,
  recipients,
  participants,
  newestDirect,
  topicMentions,
  readExceptions,
  histories,
  presence,
  searchIndex,
  systemGroups,
  systemBots,
  channelSettings,
  channelKinds,
  folders,
  invitations,
  groupSettings,
  nesting,
  realmSettings,
  owners,
  defaults,
  deletions,
  uploadSpace,
  uploadClaims,
  avatars,
  profileValues,
  bots,
  personalNotes,
  scheduled,
];

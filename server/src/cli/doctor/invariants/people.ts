/** Users, bots and what belongs to one user. */
import { sql } from "kysely";
import { BotType } from "../../../kernel/access/roles.ts";
import { CONSTANT_BOTS } from "../../../people/users/system-bots.ts";
import { invariant } from "./invariant.ts";

export const presence = invariant(
  "no presence is newer than the organization's presence counter",
  sql`select 'User ' || user_presence.user_id || ' was changed by update ' || user_presence.last_update_id
        || ', and there have been ' || coalesce(presence_counter.last_update_id, 0) || '.' as problem
      from user_presence left join presence_counter on presence_counter.realm_id = user_presence.realm_id
      where user_presence.last_update_id > coalesce(presence_counter.last_update_id, 0)`,
);

export const systemBots = invariant(
  "every organization has the built-in bots",
  ...CONSTANT_BOTS.map(
    (kind) => sql<{ problem: string }>`
      select 'Organization ' || realm.id || ' has no active ' || ${sql.lit(kind)} || ' bot.' as problem
      from realm left join "user"
        on "user".realm_id = realm.id and "user".system_bot = ${sql.lit(kind)} and "user".is_active
      where "user".id is null`,
  ),
);

export const invitations = invariant(
  "every invitation has one of the three types and an inviter from the same organization",
  sql`select 'Invitation ' || id || ' is of no kind.' as problem from invitation
      where (kind = 'link') <> (email is null) or (kind = 'confirmation') <> (inviter_id is null)
        or (email is null) <> (email_key is null)`,
  sql`select 'Invitation ' || invitation.id || ' was made by somebody of another organization.' as problem
      from invitation join "user" on "user".id = invitation.inviter_id
      where "user".realm_id <> invitation.realm_id`,
);

export const avatars = invariant(
  "every user with an uploaded avatar shows it",
  sql`select 'User ' || id || ' shows a picture of source ' || avatar_source || '.' as problem from "user"
      where (avatar_source = 'U') <> (avatar_path is not null)`,
);

export const profileValues = invariant(
  "profile values match the types of their fields",
  sql`select 'User ' || profile_value.user_id || ' has a value in field ' || profile_field.id
        || ' of another organization.' as problem
      from profile_value join profile_field on profile_field.id = profile_value.field_id
      join "user" on "user".id = profile_value.user_id where "user".realm_id <> profile_field.realm_id`,
  sql`select 'User ' || user_id || ' has a status of which nothing is set.' as problem from user_status
      where status_text = '' and emoji_name = ''`,
);

export const bots = invariant(
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

export const personalNotes = invariant(
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

export const scheduled = invariant(
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

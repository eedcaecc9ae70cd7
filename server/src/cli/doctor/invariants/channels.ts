/** Channels and subscriptions. */
import { sql } from "kysely";
import { CHANNEL_PERMISSIONS } from "../../../kernel/access/permission-settings.ts";
import { invariant } from "./invariant.ts";

export const periods = invariant(
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

export const channelSettings = invariant(
  "channel permissions are held by groups of the same organization",
  ...CHANNEL_PERMISSIONS.map(
    (setting) => sql<{ problem: string }>`
      select 'Channel ' || channel.id || ': ' || ${sql.lit(setting)} || ' is no group.' as problem
      from channel left join user_group
        on user_group.id = channel.${sql.ref(setting)} and user_group.realm_id = channel.realm_id
      where user_group.id is null`,
  ),
);

export const channelKinds = invariant(
  "every channel has one of the four types, and newcomers' channels are open",
  sql`select 'Channel ' || channel.id || ' is of no kind.' as problem from channel
      where (invite_only and is_web_public) or (not invite_only and not history_public_to_subscribers)`,
  sql`select 'Channel ' || channel.id || ' is private or archived, and a default channel.' as problem
      from default_channel join channel on channel.id = default_channel.channel_id
      where channel.invite_only or channel.is_archived`,
);

export const folders = invariant(
  "channels are in folders of the same organization",
  sql`select 'Channel ' || channel.id || ' is in folder ' || channel.folder_id || ', which is none.' as problem
      from channel left join channel_folder as folder
        on folder.id = channel.folder_id and folder.realm_id = channel.realm_id
      where channel.folder_id is not null and folder.id is null`,
);

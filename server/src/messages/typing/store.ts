import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import { MAX_SUBSCRIBERS_TOLD } from "./contract.ts";

interface TypingRecipient {
  id: UserId;
  is_active: boolean;
  settings: Record<string, unknown>;
}

/** Users who can receive it and want to. */
export const interested = (people: readonly TypingRecipient[]): UserId[] =>
  people.filter(({ is_active, settings }) => is_active && wants(settings)).map(({ id }) => id);

const wants = ({ receives_typing_notifications: chosen }: Record<string, unknown>) =>
  (chosen ?? userSettings.receives_typing_notifications.default) === true;

/** Subscribers who want typing notifications; undefined if the channel is too large. */
export async function interestedSubscribers(db: Db, channelId: ChannelId): Promise<UserId[] | undefined> {
  const subscribers = await someSubscribers(db, { channelId });
  return subscribers.length > MAX_SUBSCRIBERS_TOLD ? undefined : interested(subscribers);
}

const someSubscribers = compiled((db, { channelId }: { channelId: ChannelId }) =>
  db
    .selectFrom("subscription")
    .innerJoin("user", "user.id", "subscription.user_id")
    .select(["user.id", "user.is_active", "user.settings"])
    .where("subscription.channel_id", "=", channelId)
    .where("subscription.is_subscribed", "=", true)
    .where("user.is_active", "=", true)
    .limit(MAX_SUBSCRIBERS_TOLD + 1),
);

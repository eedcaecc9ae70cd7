/** The content of push notifications: the data from which clients build what they display. */

import { channelsOfRecipients } from "../../channels/store.ts";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { OpenContext, Realm } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { inLanguage, type Spoken } from "../../kernel/languages.ts";
import { presentSender } from "../../messages/present.ts";
import { unreadAmong } from "../../messages/read-state/readers.ts";
import { participantsOf } from "../../messages/store.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import { strangersAmong } from "../../people/users/access/audience.ts";
import { presentUnknownSender } from "../../people/users/access/unknown.ts";
import { userById } from "../../people/users/store.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../text/topics.ts";
import { shortText } from "./short-text.ts";
import { notifiedUsers } from "./store.ts";

interface ForSomebody {
  readonly realm_url: string;
  readonly realm_name: string;
  readonly user_id: UserId;
}

export interface MessageNotification extends ForSomebody {
  readonly type: "message";
  readonly message_id: MessageId;
  readonly sender_id: UserId;
  readonly sender_full_name: string;
  readonly sender_avatar_url: string;
  /** Plain text, truncated. */
  readonly content: string;
  readonly time: number;
  readonly recipient_type: "channel" | "direct";
  readonly channel_id?: ChannelId;
  readonly channel_name?: string;
  readonly topic?: string;
  readonly recipient_user_ids?: readonly UserId[];
}

/** These messages were read elsewhere or deleted. */
export interface RemoveNotification extends ForSomebody {
  readonly type: "remove";
  readonly message_ids: readonly MessageId[];
}

export interface TestNotification extends ForSomebody {
  readonly type: "test";
  readonly time: number;
}

export type Notification = MessageNotification | RemoveNotification | TestNotification;

export interface Withdrawn {
  readonly user_id: UserId;
  readonly message_ids: readonly MessageId[];
}

/** What to notify devices about. */
export type News = { readonly message_id: MessageId } | { readonly withdrawn: readonly Withdrawn[] };

export type NotificationsByUser = ReadonlyMap<UserId, Notification>;

const forUser = ({ url, settings }: Realm, user_id: UserId): ForSomebody => ({
  realm_url: url,
  realm_name: settings.name,
  user_id,
});

export const testNotification = ({ realm, now }: OpenContext, userId: UserId): TestNotification => ({
  type: "test",
  ...forUser(realm, userId),
  time: now,
});

/**
 * The notification for each user, from the current state. Omits users who have read the message, cannot see it any more
 * or are deactivated.
 */
export async function notificationsFor(
  ctx: OpenContext,
  news: News,
  users: readonly UserId[],
): Promise<NotificationsByUser> {
  if (!ctx.realm.is_active) return new Map();
  if ("message_id" in news) return ofMessage(ctx, news.message_id, users);
  const removals = news.withdrawn.filter(({ user_id }) => users.includes(user_id));
  return new Map(
    removals.map(({ user_id, message_ids }) => [
      user_id,
      { type: "remove", ...forUser(ctx.realm, user_id), message_ids },
    ]),
  );
}

async function ofMessage(ctx: OpenContext, id: MessageId, users: readonly UserId[]): Promise<NotificationsByUser> {
  const { db, realm } = ctx;
  const notified = await notifiedUsers(db, id);
  const notices = users.filter((userId) => notified.has(userId)).map((user_id) => ({ user_id, message_id: id }));
  // It may have been moved where they cannot see it.
  const viewers = (await unreadAmong(db, notices)).map((notice) => notice.user_id);
  const message = await messageOf(db, id);
  if (!message || viewers.length === 0) return new Map();
  const sender = await userById(db, realm.id, message.sender_id);
  if (!sender) return new Map();
  const known = presentSender(realm, sender);
  const strangers = new Set(await strangersAmong(ctx, sender, viewers));
  const place = await placeOf(db, message);
  const facts = {
    type: "message",
    message_id: message.id,
    content: shortText(message.rendered_content),
    time: message.sent_at,
    ...place,
  } as const;
  const seenBy = (userId: UserId): MessageNotification => {
    const presented = strangers.has(userId) ? presentUnknownSender(sender.id, realm) : known;
    const { sender_id, sender_full_name, avatar_url } = presented;
    const sender_avatar_url = new URL(avatar_url, realm.url).href;
    return { ...forUser(realm, userId), ...facts, sender_id, sender_full_name, sender_avatar_url };
  };
  return new Map(viewers.map((userId) => [userId, seenBy(userId)]));
}

function messageOf(db: Db, id: MessageId) {
  return db
    .selectFrom("message")
    .select(["id", "sender_id", "recipient_id", "topic_id", "subject", "rendered_content", "sent_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

type PushedMessageRow = NonNullable<Awaited<ReturnType<typeof messageOf>>>;

async function placeOf(db: Db, { recipient_id, topic_id, subject }: PushedMessageRow) {
  if (topic_id === null) {
    const people = (await participantsOf(db, [recipient_id])).get(recipient_id) ?? [];
    return { recipient_type: "direct", recipient_user_ids: people.map((person) => person.id) } as const;
  }
  const [channel] = await channelsOfRecipients(db, [recipient_id]);
  return {
    recipient_type: "channel",
    channel_id: channel?.id as ChannelId,
    channel_name: channel?.name ?? "",
    // Devices display it unchanged.
    topic: subject === "" ? EMPTY_TOPIC_DISPLAY_NAME : subject,
  } as const;
}

const CONTENT_HIDDEN: Spoken<string> = { en: "New message", de: "Neue Nachricht", zh: "新消息", ar: "رسالة جديدة" };

/**
 * Without encryption, the gateway and the push services can read notifications. If the organization forbids that, they
 * learn that there is a message, but not its content.
 */
export async function readableByPushServices(
  { db, realm }: OpenContext,
  notifications: NotificationsByUser,
): Promise<NotificationsByUser> {
  if (!realm.settings.require_e2ee_push_notifications) return notifications;
  const languages = await languagesOf(db, [...notifications.keys()]);
  const hide = (each: Notification): Notification =>
    each.type === "message"
      ? { ...each, content: inLanguage(languages.get(each.user_id) ?? "en", CONTENT_HIDDEN) }
      : each;
  return new Map([...notifications].map(([userId, each]) => [userId, hide(each)]));
}

async function languagesOf(db: Db, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  const rows = await db
    .selectFrom("user")
    .select(["id", "settings"])
    .where(isAnyOf(db, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, withDefaults(userSettings, row.settings).default_language as string]));
}

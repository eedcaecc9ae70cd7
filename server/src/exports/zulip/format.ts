/**
 * Facts of Zulip's export format, which both directions need: a gzipped tar file with `realm.json`, `messages-000001.json` and so
 * on, `attachment.json`, and folders with files. Rows have the columns of Zulip's tables; references have no `_id` at their end.
 * Zulip's importer refuses rows with columns that it does not know and ignores tables that it does not know, so what only
 * Parley has is in tables whose names begin with `parley_`.
 */
import { Flag } from "../../messages/flags.ts";

export type ZulipRow = Record<string, unknown>;

/** The version whose tables these are; its importer compares the number before the dot with its own. */
export const ZULIP_VERSION = "11.0";

/** The first file of an archive that Parley wrote: by it Parley recognizes what it can take back as a whole. */
export const MARKER_FILE = "parley.json";
export const MARKER_FORMAT = 1;

export const RecipientType = { personal: 1, channel: 2, group: 3 } as const;
export const DeliveryType = { later: 1, reminder: 2 } as const;

/** What Zulip stores as the topic of a direct message. */
export const DIRECT_TOPIC = "\u0007";

export const SubscriptionEvent = { created: 301, activated: 302, deactivated: 303 } as const;

/** Bits of `flags_mask`. */
export const Mask = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  groupMentioned: 64,
  alertWord: 512,
  historical: 1024,
  direct: 2048,
} as const;

/** Flags that are stored in both, whatever has been read. */
const SAME_FLAGS: readonly (readonly [stored: number, mask: number])[] = [
  [Flag.starred, Mask.starred],
  [Flag.collapsed, Mask.collapsed],
  [Flag.mentioned, Mask.mentioned],
  [Flag.topic_wildcard_mentioned, Mask.topicWildcard],
  [Flag.has_alert_word, Mask.alertWord],
];

export const maskOf = (stored: number): number =>
  SAME_FLAGS.reduce((mask, [flag, bit]) => (stored & flag ? mask | bit : mask), 0);

export const storedFlagsOf = (mask: number): number =>
  SAME_FLAGS.reduce((stored, [flag, bit]) => (mask & bit ? stored | flag : stored), 0) |
  (mask & Mask.groupMentioned ? Flag.mentioned : 0);

/** Emoji that are neither in Unicode nor custom. */
const EXTRA = { parley: "chat_extra_emoji", zulip: "zulip_extra_emoji" } as const;

export const reactionTypeThere = (type: unknown): unknown => (type === EXTRA.parley ? EXTRA.zulip : type);
export const reactionTypeHere = (type: unknown): unknown => (type === EXTRA.zulip ? EXTRA.parley : type);

/** The addresses by which Zulip knows its built-in bots, whatever the server's domain is. */
export const SYSTEM_BOT_ADDRESSES = {
  notification: "notification-bot@zulip.com",
  welcome: "welcome-bot@zulip.com",
  email_gateway: "emailgateway@zulip.com",
} as const;

/** Scheduled messages and reminders are one table there: even ids are the former, odd ones the latter. */
export const scheduledIdThere = (id: number): number => id * 2;
export const reminderIdThere = (id: number): number => id * 2 + 1;
export const isReminderId = (id: number): boolean => id % 2 === 1;
export const idOfScheduled = (id: number): number => Math.floor(id / 2);

/** A password hash as Django writes it: the same algorithm in another alphabet. */
export const passwordThere = (hash: unknown): string =>
  typeof hash === "string" && hash.startsWith("$argon2id$")
    ? `argon2${hash.replaceAll("-", "+").replaceAll("_", "/")}`
    : "";

export const passwordHere = (password: unknown): string | null =>
  typeof password === "string" && password.startsWith("argon2$argon2id$")
    ? password.slice("argon2".length).replaceAll("+", "-").replaceAll("/", "_")
    : null;

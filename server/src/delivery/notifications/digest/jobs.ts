/**
 * Sends a digest to people who have been away, once a week, on the organization's chosen day. One transaction per day
 * queues a job for each of them, so nobody gets two, even if nodes crash. Each digest needs many reads, so they are
 * done outside the transaction that queues the email.
 */

import { type SqlBool, sql } from "kysely";
import { hasContentAccess } from "../../../channels/permissions.ts";
import { allChannels, type Channel } from "../../../channels/store.ts";
import type { MessageId, UserId } from "../../../kernel/api/ids.ts";
import { seconds } from "../../../kernel/clock.ts";
import { type App, type Context, change, type OpenContext } from "../../../kernel/context.ts";
import { type Attempt, enqueue, jobKind, recurringJob } from "../../../kernel/jobs/job-kind.ts";
import { sendMail } from "../../../kernel/mail/send.ts";
import { serverContext } from "../../../kernel/server-context.ts";
import { visibleTo } from "../../../messages/visibility.ts";
import { activeRealmIds } from "../../../organization/realms/store.ts";
import { accessOf } from "../../../people/users/access/viewer.ts";
import { readingAs } from "../mail/reader.ts";
import { unsubscribeUrl } from "../mail/unsubscribe.ts";
import { digestEmail, type News } from "./email.ts";
import { beginDigest, busyTopics, hasBegun, isMutedBy, newestBefore, peopleAwaySince } from "./store.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** People who were active within this many days get no digest. */
const AWAY_DAYS = 5;
const WEEK_DAYS = 7;
const MOST_TOPICS = 5;
/** In the morning, in UTC. */
const FIRST_HOUR = 6;

interface Digest {
  readonly user_id: UserId;
  /** The digest covers later messages. Ids follow time, so this spares a scan of years of messages. */
  readonly after_message_id: MessageId;
}

const mailDigest = jobKind<Digest>("mail_digest");

/** Weekday from Monday (0), like the setting. Day 0, 1 January 1970, was a Thursday. */
const weekdayOf = (day: number) => (day + 3) % 7;

async function beginDigests(app: App): Promise<void> {
  const now = seconds(app.clock);
  const day = Math.floor(now / DAY);
  if (now % DAY < FIRST_HOUR * HOUR) return;
  const { reader } = app.database;
  for (const realmId of await activeRealmIds(reader)) {
    const realm = await app.identities.realmById(reader, realmId);
    const { digest_emails_enabled, digest_weekday } = realm.settings;
    if (!digest_emails_enabled || weekdayOf(day) !== digest_weekday || (await hasBegun(reader, realmId, day))) continue;
    const after_message_id = await newestBefore(reader, realmId, now - WEEK_DAYS * DAY);
    await change(serverContext(app, realm), async (ctx) => {
      if (!(await beginDigest(ctx.db, realmId, day))) return;
      for (const user_id of await peopleAwaySince(ctx.db, realmId, now - AWAY_DAYS * DAY))
        enqueue(ctx, mailDigest({ user_id, after_message_id }), { uniqueKey: `${user_id}` });
    });
  }
}

async function sendDigest(ctx: OpenContext, digest: Digest, attempt: Attempt): Promise<void> {
  const reading = await readingAs(ctx, digest.user_id);
  if (!reading?.user.settings.enable_digest_emails || !ctx.realm.settings.digest_emails_enabled) return;
  const news = await newsFor(reading, digest.after_message_id);
  if (news.topics.length + news.channels.length === 0) return;
  const envelope = { unsubscribeUrl: unsubscribeUrl(reading, "digest", reading.user.id) };
  await attempt.finish(async (writing) => sendMail(writing, reading.user, digestEmail(reading, news), envelope));
}

/** The last week's news that the reader can see. */
async function newsFor(reading: Context, after: MessageId): Promise<News> {
  const { db, realm, user, now } = reading;
  const since = now - WEEK_DAYS * DAY;
  const channels = (await allChannels(db, realm.id, user.id)).filter((channel) => !channel.is_archived);
  const own = channels.filter((channel) => channel.is_subscribed && !channel.is_muted);
  const isVisible = sql<SqlBool>`(${visibleTo(db, user, own)} and not ${isMutedBy(user.id)})`;
  const names = new Map(own.map((channel) => [channel.id, channel]));
  const busy = await busyTopics(db, own, { after, since }, isVisible, MOST_TOPICS);
  return {
    topics: busy.map(({ channel_id, name, messages, people }) => ({
      channel: names.get(channel_id) as Channel,
      topic: name,
      messages,
      people,
    })),
    channels: channels.filter((channel) => channel.date_created >= since && hasContentAccess(user, channel)),
    newcomers: await newcomersSince(reading, since),
  };
}

async function newcomersSince(reading: Context, since: number): Promise<string[]> {
  const { db, realm, user } = reading;
  const rows = await db
    .selectFrom("user")
    .select(["id", "full_name", "bot_type"])
    .where("realm_id", "=", realm.id)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .where("date_joined", ">=", since)
    .where("id", "!=", user.id)
    .orderBy("id")
    .execute();
  const isAccessible = await accessOf(
    reading,
    rows.map((row) => row.id),
  );
  return rows.filter(isAccessible).map((row) => row.full_name);
}

export const digestJobs = [recurringJob("begin_digests", HOUR, beginDigests), mailDigest.outside(sendDigest)];

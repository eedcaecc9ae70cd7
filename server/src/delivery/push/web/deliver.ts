/** Push notifications for browsers: one job per user, which retries only what did not arrive. */
import type { UserId } from "../../../kernel/api/ids.ts";
import { change, type OpenContext, type Writing } from "../../../kernel/context.ts";
import { type Attempt, enqueue, jobKind } from "../../../kernel/jobs/job-kind.ts";
import { type News, type Notification, notificationsFor } from "../notification.ts";
import { sendToBrowser, type WebPushOutcome } from "./send.ts";
import { deleteSubscriptions, subscriptionsById, subscriptionsOf, type WebPushSubscription } from "./store.ts";

interface BrowserPush {
  news: News;
  subscriptions: number[];
  /** The number of earlier attempts. */
  tried: number;
}

const pushToBrowsers = jobKind<BrowserPush>("push_to_browsers", "push");

/** Together about a quarter of an hour. */
const PAUSES_SECONDS = [2, 15, 60, 240, 600];
/** A slow endpoint delays only the same user's other browsers. */
const LANES = { atOnce: 8, perLane: 1 };
/** With more users than this, a job covers several of them. */
const MOST_JOBS = 1000;

export async function queueForBrowsers(ctx: Writing, news: News, users: readonly UserId[]): Promise<void> {
  const byUser = [...Map.groupBy(await subscriptionsOf(ctx.db, users), (each) => each.user_id)];
  const size = Math.max(1, Math.ceil(byUser.length / MOST_JOBS));
  for (let start = 0; start < byUser.length; start += size) {
    const some = byUser.slice(start, start + size);
    const subscriptions = some.flatMap(([, own]) => own.map((each) => each.id));
    enqueue(ctx, pushToBrowsers({ news: newsFor(news, some), subscriptions, tried: 0 }), {
      lane: String(some[0]?.[0]),
    });
  }
}

/** A job needs only the withdrawals of its own users. */
function newsFor(news: News, users: readonly (readonly [UserId, unknown])[]): News {
  if ("message_id" in news) return news;
  const ids = new Set(users.map(([id]) => id));
  return { withdrawn: news.withdrawn.filter(({ user_id }) => ids.has(user_id)) };
}

async function run(ctx: OpenContext, { news, subscriptions, tried }: BrowserPush, attempt: Attempt): Promise<void> {
  const known = await subscriptionsById(ctx.db, subscriptions);
  const users = [...new Set(known.map((each) => each.user_id))];
  const notifications = await notificationsFor(ctx, news, users);
  const addressed = known.flatMap((each) => {
    const notification = notifications.get(each.user_id);
    return notification ? [[each, notification] as const] : [];
  });
  const outcomes = await sendToBrowsers(ctx, addressed);
  const later = subscriptions.filter((id) => outcomes.get(id) === "later");
  if (later.length > 0) attempt.noteFailure();
  const pause = PAUSES_SECONDS[tried];
  if (later.length === 0 || pause === undefined) return;
  await change(ctx, async (writing) => {
    const runAtMs = writing.app.clock.now() + pause * 1000;
    const lane = String(users[0]);
    enqueue(writing, pushToBrowsers({ news, subscriptions: later, tried: tried + 1 }), { runAtMs, lane });
  });
}

/** Notifies each browser, and deletes subscriptions that are gone. */
export async function sendToBrowsers(
  ctx: OpenContext,
  addressed: readonly (readonly [WebPushSubscription, Notification])[],
): Promise<ReadonlyMap<number, WebPushOutcome>> {
  const outcomes = new Map(
    await Promise.all(
      addressed.map(async ([each, notification]) => [each.id, await sendToBrowser(ctx, each, notification)] as const),
    ),
  );
  const gone = [...outcomes].flatMap(([id, outcome]) => (outcome === "gone" ? id : []));
  if (gone.length > 0) await change(ctx, (writing) => deleteSubscriptions(writing.db, gone));
  return outcomes;
}

export const webPushJobs = [pushToBrowsers.outside(run, undefined, LANES)];

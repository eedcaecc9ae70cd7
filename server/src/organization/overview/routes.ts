import type { Context } from "../../kernel/context.ts";
import { route } from "../../kernel/http/route.ts";
import { deliveryResultsOf } from "../../kernel/jobs/results.ts";
import { DELIVERY_WAYS } from "../../kernel/jobs/ways.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import {
  type ActivityDay,
  activePeople,
  activityCursor,
  activityDays,
  DAY_SECONDS,
  dayOf,
  uncountedMessages,
} from "./activity.ts";
import * as contract from "./contract.ts";
import {
  channelCounts,
  databaseBytes,
  exportBytes,
  jobCounts,
  peopleCounts,
  uploadBytes,
  uploadCounts,
} from "./store.ts";

export const overviewRoutes = [
  route(contract.getOverview, async (ctx, { days }) => {
    const { app, db, realm, now } = ctx;
    const active = await activePeople(db, realm.id, dayOf(now));
    const cursor = await activityCursor(db, realm.id);
    const uncounted = await uncountedMessages(db, realm.id, cursor.upto_message_id);
    const since = dayOf(now) + 1 - days;
    const found = [
      ...(await activityDays(db, realm.id, since)),
      ...uncounted.map(({ day, messages }) => ({ day, messages, people: 0 })),
      { day: dayOf(now), messages: 0, people: active.today },
    ];
    return {
      people: await peopleCounts(db, realm.id),
      active_people: { ...active },
      channels: await channelCounts(db, realm.id),
      messages: cursor.messages + uncounted.reduce((sum, each) => sum + each.messages, 0),
      days: everyDay(found, since, days),
      storage: {
        upload_bytes: await uploadBytes(db, realm.id),
        uploads: await uploadCounts(db, realm.id),
        export_bytes: await exportBytes(db, realm.id),
        database_bytes: await databaseBytes(db),
      },
      deliveries: await deliveries(ctx),
      sends_email: sendsMail(app),
      problems: [...(await app.health.problems()), ...app.troubles.warnings],
    };
  }),
];

/** One entry for each day, also for those without any row. */
function everyDay(found: readonly ActivityDay[], since: number, count: number) {
  const byDay = Map.groupBy(found, ({ day }) => day);
  return Array.from({ length: count }, (_, n) => {
    const rows = byDay.get(since + n) ?? [];
    return {
      date: new Date((since + n) * DAY_SECONDS * 1000).toISOString().slice(0, 10),
      messages: rows.reduce((sum, { messages }) => sum + messages, 0),
      active_people: Math.max(0, ...rows.map(({ people }) => people)),
    };
  });
}

async function deliveries({ app, db, realm }: Context) {
  const jobs = await jobCounts(db, realm.id, app.clock.now());
  const results = new Map((await deliveryResultsOf(db, realm.id)).map((result) => [result.way, result]));
  return [...DELIVERY_WAYS, "other" as const].map((way) => {
    const own = jobs.filter(({ kind }) => (app.jobs.wayOf(kind) ?? "other") === way);
    const sum = (name: "waiting" | "retrying" | "failed") => own.reduce((total, each) => total + each[name], 0);
    const since = own.flatMap(({ waiting_since_ms }) => waiting_since_ms ?? []);
    return {
      way,
      waiting: sum("waiting"),
      retrying: sum("retrying"),
      failed: sum("failed"),
      waiting_since: since.length > 0 ? Math.floor(Math.min(...since) / 1000) : null,
      last_success: results.get(way)?.succeeded_at ?? null,
      last_failure: results.get(way)?.failed_at ?? null,
    };
  });
}

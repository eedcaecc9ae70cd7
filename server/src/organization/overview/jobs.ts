import type { RealmId } from "../../kernel/api/ids.ts";
import { seconds } from "../../kernel/clock.ts";
import type { App } from "../../kernel/context.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { activeRealmIds } from "../realms/store.ts";
import { activePeople, countBatch, countPeople, dayOf, forgetDays } from "./activity.ts";
import { KEPT_DAYS } from "./contract.ts";

/** Often, because who was active on a day can only be seen while it lasts. */
const QUARTER_HOUR = 900;

export const countActivity = recurringJob("count_activity", QUARTER_HOUR, async (app) => {
  for (const id of await activeRealmIds(app.database.reader)) await countActivityOf(app, id);
});

/** In batches, so that others can write between them: an organization may have been counted never, and have millions. */
async function countActivityOf({ database, clock }: App, realmId: RealmId): Promise<void> {
  const today = dayOf(seconds(clock));
  const keptSince = today + 1 - KEPT_DAYS;
  while (await database.transaction((tx) => countBatch(tx, realmId, keptSince)));
  const active = await activePeople(database.reader, realmId, today);
  await database.transaction(async (tx) => {
    if (active.today > 0) await countPeople(tx, realmId, today, active.today);
    await forgetDays(tx, realmId, keptSince);
  });
}

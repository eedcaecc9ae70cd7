/** Promotes members to full members after the waiting period; runs daily. */
import { change } from "../../kernel/context.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { activeRealmIds } from "../../organization/realms/store.ts";
import { refreshFullMembers } from "./actions.ts";

const DAILY = 24 * 3600;

export const promoteFullMembers = recurringJob("promote_full_members", DAILY, async (app) => {
  const { reader } = app.database;
  for (const id of await activeRealmIds(reader)) {
    const realm = await app.identities.realmById(reader, id);
    const { waiting_period_threshold } = realm.settings;
    // Without a waiting period, everyone is a full member from the start.
    if (waiting_period_threshold === 0) continue;
    await change(serverContext(app, realm), (ctx) => refreshFullMembers(ctx, waiting_period_threshold));
  }
});

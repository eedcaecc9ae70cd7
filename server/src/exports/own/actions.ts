/** Requesting an export of one's own data, and the steps until it is ready or failed. */
import { demand, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { removeFiles } from "../../kernel/files/jobs.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { randomToken } from "../../kernel/secrets.ts";
import { sendNotice } from "../../messages/notices/send.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import { userById } from "../../people/users/store.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import { storageKey } from "../present.ts";
import { KEPT_SECONDS, MOST_TRIES, OWN_LIMIT_SECONDS, TooManyOwnExports } from "./contract.ts";
import { isBeingMade, ownExportUrl } from "./present.ts";
import {
  changeOwnExport,
  deleteOwnExports,
  insertOwnExport,
  type OwnExport,
  ownExportById,
  ownExportsOf,
  ownExportsWith,
} from "./store.ts";

export const exportOwn = jobKind<{ export_id: number }>("export_own_data");

/** After a failure there is another try, but not endlessly many. */
export async function exportOwnData(ctx: WriteContext): Promise<number> {
  const { db, realm, user, now } = ctx;
  const recent = (await ownExportsOf(db, user.id)).filter((row) => row.requested_at > now - OWN_LIMIT_SECONDS);
  const isAllowed = recent.length < MOST_TRIES && recent.every((row) => row.failed_at !== null);
  demand(isAllowed, new TooManyOwnExports());
  const path = `${realm.id}/${randomToken()}/parley-own-data-${new Date(now * 1000).toISOString().slice(0, 10)}.tar.gz`;
  const export_id = await insertOwnExport(db, { realm_id: realm.id, user_id: user.id, requested_at: now, path });
  record(ctx, "own_data_export_started", { user: user.id, export_id });
  enqueue(ctx, exportOwn({ export_id }));
  return export_id;
}

/** Counts the attempt. Returns undefined if the export or its user is gone. */
export async function beginOwnExport(ctx: Writing, id: number): Promise<OwnExport | undefined> {
  const row = await ownExportById(ctx.db, ctx.realm.id, id);
  if (!row || !isBeingMade(row)) return undefined;
  const user = await userById(ctx.db, ctx.realm.id, row.user_id);
  const attempts = row.attempts + 1;
  await changeOwnExport(ctx.db, id, user?.is_active ? { attempts } : { attempts, failed_at: ctx.now });
  return user?.is_active ? { ...row, attempts } : undefined;
}

/** The process ends: the attempt does not count, and the next process makes another. */
export const putBackOwnExport = (ctx: Writing, { id, attempts }: OwnExport): Promise<void> =>
  changeOwnExport(ctx.db, id, { attempts: attempts - 1 });

/** Deletes the file if the person was deactivated or erased meanwhile. */
export async function finishOwnExport(ctx: Writing, row: OwnExport, size: number): Promise<void> {
  const { db, realm, now } = ctx;
  const user = await userById(db, realm.id, row.user_id);
  if (!user?.is_active || !(await ownExportById(db, realm.id, row.id))) return failOwnExport(ctx, row);
  await changeOwnExport(db, row.id, { size, expires_at: now + KEPT_SECONDS });
  const { default_language } = withDefaults(userSettings, user.settings) as UserSettings;
  await sendNotice(ctx, { user: user.id }, noticesIn(default_language).ownDataReady(ownExportUrl(realm, row)));
}

/**
 * Deletes the finished exports of others that name these people, who are being erased. Their owners can export again at once.
 * Returns whether such an export is being made at the moment.
 */
export async function forgetOwnExportsWith(ctx: Writing, userIds: readonly UserId[]): Promise<boolean> {
  const rows = await ownExportsWith(ctx.db, ctx.realm.id, userIds);
  const finished = rows.filter((row) => !isBeingMade(row));
  await deleteOwnExports(
    ctx.db,
    finished.map(({ id }) => id),
  );
  if (finished.length > 0) enqueue(ctx, removeFiles({ keys: finished.map(storageKey) }));
  return finished.length < rows.length;
}

export async function failOwnExport(ctx: Writing, row: OwnExport): Promise<void> {
  await changeOwnExport(ctx.db, row.id, { failed_at: ctx.now, expires_at: ctx.now + KEPT_SECONDS });
  enqueue(ctx, removeFiles({ keys: [storageKey(row)] }));
}

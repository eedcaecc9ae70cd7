/** Requesting an export, and the steps until it is ready, failed or deleted. */

import { Role } from "../kernel/access/roles.ts";
import { demand, type UserId } from "../kernel/api/index.ts";
import { record } from "../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { append } from "../kernel/events/log.ts";
import { removeFiles } from "../kernel/files/jobs.ts";
import { enqueue } from "../kernel/jobs/job-kind.ts";
import { on } from "../kernel/moments.ts";
import { randomToken } from "../kernel/secrets.ts";
import { sendNotice } from "../messages/notices/send.ts";
import { spaceUsed } from "../messages/uploads/store.ts";
import { withDefaults } from "../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../organization/settings/user-settings.ts";
import { toHumanAdministrators } from "../people/bots/audience.ts";
import { ownSettingChanged, personReturned } from "../people/moments.ts";
import { addressVisibleUpto } from "../people/users/present.ts";
import { userById } from "../people/users/store.ts";
import { noticesIn } from "../text/notices/texts/index.ts";
import {
  AlreadyDeleted,
  type ExportFormat,
  ExportType,
  InvalidExportId,
  LIMIT_SECONDS,
  MOST_EXPORTS,
  MOST_MESSAGES,
  MOST_UPLOAD_BYTES,
  NoOwnerConsents,
  NoOwnerToSignIn,
  NothingToDelete,
  StillInProgress,
  TooLargeToExport,
  TooManyExports,
} from "./contract.ts";
import { exportConsentEvent, exportsEvent } from "./events.ts";
import { exportOrganization } from "./job-kind.ts";
import { exportUrl, FILE_ENDINGS, isAvailable, isPending, presentExport, storageKey } from "./present.ts";
import {
  activeOwners,
  changeExport,
  consents,
  type ExportRow,
  exportById,
  exportsOf,
  insertExport,
  messageCount,
} from "./store.ts";

export interface WantedExport {
  readonly export_type: number;
  readonly export_format: ExportFormat;
}

export async function requestExport(ctx: WriteContext, { export_type, export_format }: WantedExport): Promise<number> {
  const { db, realm, user, now } = ctx;
  const recent = (await exportsOf(db, realm.id)).filter((row) => row.requested_at > now - LIMIT_SECONDS);
  demand(recent.length < MOST_EXPORTS, new TooManyExports());
  const isTooLarge =
    (await messageCount(db, realm.id)) > MOST_MESSAGES || (await spaceUsed(db, realm.id)) > MOST_UPLOAD_BYTES;
  demand(!isTooLarge, new TooLargeToExport());
  const owners = await activeOwners(db, realm.id);
  if (export_type === ExportType.consented) demand(owners.some(consents), new NoOwnerConsents());
  else
    demand(
      owners.some((owner) => addressVisibleUpto(owner) >= Role.administrator),
      new NoOwnerToSignIn(),
    );

  const id = await insertExport(db, {
    realm_id: realm.id,
    acting_user_id: user.id,
    export_type,
    requested_at: now,
    attempts: 0,
    path: `${realm.id}/${randomToken()}/${fileName(export_format, now)}`,
  });
  const scope = export_type === ExportType.consented ? "consented" : "public";
  record(ctx, "export_started", { export_id: id, scope });
  enqueue(ctx, exportOrganization({ export_id: id }));
  await sendExportsEvent(ctx);
  return id;
}

const fileName = (format: ExportFormat, now: number): string =>
  `parley-export-${new Date(now * 1000).toISOString().slice(0, 10)}${FILE_ENDINGS[format]}`;

async function sendExportsEvent(ctx: Writing): Promise<void> {
  const exports = (await exportsOf(ctx.db, ctx.realm.id)).map((row) => presentExport(ctx.realm, row));
  append(ctx, exportsEvent({ exports }), await toHumanAdministrators(ctx.db, ctx.realm.id));
}

/** Counts the attempt. Returns undefined if the export is no longer pending. */
export async function beginExport(ctx: Writing, id: number): Promise<ExportRow | undefined> {
  const row = await exportById(ctx.db, ctx.realm.id, id);
  if (!row || !isPending(row)) return undefined;
  await changeExport(ctx.db, id, { attempts: row.attempts + 1 });
  return { ...row, attempts: row.attempts + 1 };
}

/** The process ends: the attempt does not count, and the next process makes another. */
export const putBackExport = (ctx: Writing, { id, attempts }: ExportRow): Promise<void> =>
  changeExport(ctx.db, id, { attempts: attempts - 1 });

export async function finishExport(ctx: Writing, row: ExportRow, size: number): Promise<void> {
  await changeExport(ctx.db, row.id, { size });
  await sendExportsEvent(ctx);
  const asker = await userById(ctx.db, ctx.realm.id, row.acting_user_id);
  if (!asker?.is_active) return;
  const { default_language } = withDefaults(userSettings, asker.settings) as UserSettings;
  const text = noticesIn(default_language).exportReady(exportUrl(ctx.realm, row));
  await sendNotice(ctx, { user: asker.id }, text);
}

export async function failExport(ctx: Writing, row: ExportRow): Promise<void> {
  await changeExport(ctx.db, row.id, { failed_at: ctx.now });
  enqueue(ctx, removeFiles({ keys: [storageKey(row)] }));
  await sendExportsEvent(ctx);
}

export async function deleteExport(ctx: WriteContext, id: number): Promise<void> {
  const row = await exportById(ctx.db, ctx.realm.id, id);
  if (!row) throw new InvalidExportId();
  demand(row.deleted_at === null, new AlreadyDeleted());
  demand(row.failed_at === null, new NothingToDelete());
  demand(!isPending(row), new StillInProgress());
  await changeExport(ctx.db, id, { deleted_at: ctx.now });
  record(ctx, "export_deleted", { export_id: id });
  enqueue(ctx, removeFiles({ keys: [storageKey(row)] }));
  await sendExportsEvent(ctx);
}

/** For a person who was erased: deletes the files of finished exports. Returns whether one is still being written. */
export async function forgetFinishedExports(ctx: Writing): Promise<boolean> {
  const rows = await exportsOf(ctx.db, ctx.realm.id);
  const finished = rows.filter(isAvailable);
  for (const row of finished) {
    await changeExport(ctx.db, row.id, { deleted_at: ctx.now });
    record(ctx, "export_deleted", { export_id: row.id });
  }
  if (finished.length > 0) {
    enqueue(ctx, removeFiles({ keys: finished.map(storageKey) }));
    await sendExportsEvent(ctx);
  }
  return rows.some(isPending);
}

/** Sent when a user changes their consent, or is reactivated. */
async function sendConsentEvent(ctx: Writing, user_id: UserId, consented: boolean): Promise<void> {
  append(ctx, exportConsentEvent({ user_id, consented }), await toHumanAdministrators(ctx.db, ctx.realm.id));
}

export const announcingConsent = [
  on(ownSettingChanged, (ctx, { name, value }) => {
    if (name === "allow_private_data_export") return sendConsentEvent(ctx, ctx.user.id, value as boolean);
  }),
  on(personReturned, (ctx, { user }) => {
    if (user.bot_type === null) return sendConsentEvent(ctx, user.id, consents(user));
  }),
];

/** What Zulip does not take from an export: said when the command has ended, and beside the data. Nothing is left out silently. */
import { sql } from "kysely";
import type { Db } from "../../kernel/db/handles.ts";
import { ONLY_HERE } from "./settings.ts";

export interface LeftBehind {
  /** A plural noun. */
  readonly what: string;
  readonly count: number;
  readonly reason: string;
  /** Whether it is in the archive, so that Parley takes it back. */
  readonly in_archive: boolean;
}

interface LeftBehindCount {
  readonly what: string;
  readonly reason: string;
  readonly in_archive: boolean;
  readonly count: ReturnType<typeof sql<{ count: number }>>;
}

const inRealm = (table: string, realmId: number, condition = sql`true`) =>
  sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} as here where here.realm_id = ${realmId} and ${condition}`;

const ofPeople = (table: string, realmId: number, column = "user_id") =>
  sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} as here
    where exists (select 1 from "user" where "user".id = ${sql.ref(`here.${column}`)} and "user".realm_id = ${realmId})`;

const THEIRS = "Zulip's import does not read them";
const BOUND = "they belong to this server";
const UNKNOWN = "Zulip has no place for them";

function questions(realmId: number): LeftBehindCount[] {
  const kept = { in_archive: true };
  const bound = { reason: BOUND, in_archive: false };
  return [
    {
      what: "passwords",
      reason: "Zulip's import gives nobody one: people set a new one",
      ...kept,
      count: inRealm("user", realmId, sql`here.password_hash is not null`),
    },
    {
      what: "API keys",
      reason: "Zulip's import makes new ones",
      ...kept,
      count: inRealm("user", realmId, sql`here.system_bot is null`),
    },
    {
      what: "addresses that were never confirmed",
      reason: "they count as confirmed in Zulip",
      ...kept,
      count: inRealm("user", realmId, sql`not here.is_email_verified`),
    },
    {
      what: "times of erasure",
      reason: UNKNOWN,
      ...kept,
      count: inRealm("user", realmId, sql`here.erased_at is not null`),
    },
    { what: "drafts", reason: THEIRS, ...kept, count: ofPeople("draft", realmId) },
    {
      what: "votes and entries of polls and lists",
      reason: THEIRS,
      ...kept,
      count: ofPeople("submessage", realmId, "sender_id"),
    },
    { what: "groups of default channels", reason: THEIRS, ...kept, count: inRealm("default_channel_group", realmId) },
    {
      what: "edits",
      reason: "their earlier text is no longer kept, and Zulip has no edits without one",
      in_archive: false,
      count: sql<{ count: number }>`
        select count(*) as count from message_edit as here where here.text_size is not null and here.prev_content is null
          and exists (select 1 from message where message.id = here.message_id and message.realm_id = ${realmId})`,
    },
    { what: "second factors", ...bound, count: inRealm("user", realmId, sql`here.has_second_factor`) },
    { what: "accounts at identity providers", ...bound, count: inRealm("provider_identity", realmId) },
    { what: "invitations", ...bound, count: inRealm("invitation", realmId, sql`here.used_at is null`) },
    { what: "devices for notifications", ...bound, count: ofPeople("push_device", realmId) },
    { what: "entries of the audit log", ...bound, count: inRealm("audit_log", realmId) },
    { what: "legal holds", ...bound, count: inRealm("legal_hold", realmId) },
  ];
}

export async function leftBehind(db: Db, realmId: number): Promise<LeftBehind[]> {
  const found: LeftBehind[] = [];
  for (const { count, ...question } of questions(realmId)) {
    const { rows } = await count.execute(db);
    found.push({ ...question, count: Number(rows[0]?.count ?? 0) });
  }
  const realm = await db.selectFrom("realm").select("settings").where("id", "=", realmId).executeTakeFirstOrThrow();
  const settings = Object.keys(realm.settings).filter((name) => ONLY_HERE.has(name)).length;
  found.push({ what: "settings of the organization", count: settings, reason: UNKNOWN, in_archive: true });
  return found.filter(({ count }) => count > 0);
}

export const inWords = (list: readonly LeftBehind[]): string =>
  list.length === 0
    ? "Zulip takes all of it."
    : ["Zulip does not take:", ...list.map(({ what, count, reason }) => `  ${count} ${what}: ${reason}`)].join("\n");

/** Found when the files are written, so the archive itself does not say it. */
export const missingFiles = (count: number): LeftBehind => ({
  what: "uploaded files",
  count,
  reason: "the server no longer has them, so they are empty in the archive",
  in_archive: false,
});

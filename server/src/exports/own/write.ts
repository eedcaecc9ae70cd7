/**
 * Writes what is a person's own into an archive: what they are, what they wrote, and what was written to them alone.
 * Read in pages, so that nobody waits for it; what changes meanwhile may or may not be in it.
 */
import { appendFile, rm } from "node:fs/promises";
import { extname } from "node:path";
import { sql } from "kysely";
import type { AuditAction } from "../../kernel/api/audit.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import type { OpenContext } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { Steps, UNHURRIED } from "../../kernel/steps.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { fileKey } from "../../messages/uploads/thumbnails.ts";
import { keysOf } from "../../organization/pictures/store.ts";
import { MOST_FILE_BYTES, MOST_OWN_MESSAGES } from "./contract.ts";
import { ownMessages } from "./messages.ts";
import { TarWriter } from "./tar.ts";

const ENTRIES_AT_ONCE = 500;

export async function writeOwnData(ctx: OpenContext, userId: UserId, file: string, signal: AbortSignal): Promise<void> {
  const tar = new TarWriter(file, ctx.now);
  try {
    await tar.addText("README.txt", README);
    for (const [name, value] of Object.entries(await ownDocuments(ctx.app.database.reader, userId)))
      await tar.addText(`${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
    await addLines(ctx, tar, "messages.jsonl", ownMessages(ctx, userId), signal);
    await addLines(ctx, tar, "audit-log.jsonl", entriesAbout(ctx.app.database.reader, ctx.realm.id, userId), signal);
    await addAvatar(ctx, tar, userId);
    await addUploads(ctx, tar, userId);
    await tar.end();
  } catch (error) {
    tar.destroy();
    throw error;
  }
}

const README = `Your own data in Parley.

profile.json          your account, profile fields, status and settings
sessions.json         where you are signed in, and your devices for notifications
memberships.json      your channels and groups
notes.json            drafts, saved snippets, scheduled messages, reminders, alert words, views, muted people and topics
reactions.json        your reactions
bots.json             your bots
messages.jsonl        a line for each message: those you sent, and all direct messages that you can read
audit-log.jsonl       a line for each entry of the audit log that you caused, or that is about you
uploads.json          the files you uploaded; their contents are in uploads/
`;

/** Everything that has a limited size. Secrets are left out: they would open your account to whoever finds the file. */
async function ownDocuments(db: Db, userId: UserId) {
  const account = await db
    .selectFrom("user")
    .select(["id", "full_name", "delivery_email", "role", "date_joined", "settings", "has_second_factor"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const profile_fields = await db
    .selectFrom("profile_value")
    .innerJoin("profile_field", "profile_field.id", "profile_value.field_id")
    .select(["profile_field.name", "profile_value.value"])
    .where("user_id", "=", userId)
    .execute();
  const own = <T extends OwnTable>(table: T) =>
    sql<Record<string, unknown>>`select * from ${sql.table(table)} where user_id = ${userId}`
      .execute(db)
      .then(({ rows }) => rows.map(({ realm_id: _realm, user_id: _user, ...row }) => row));
  const [status] = await own("user_status");
  return {
    profile: { ...account, profile_fields, status: status ?? null },
    sessions: {
      sessions: await db
        .selectFrom("session")
        .select(["device", "begun_at", "seen_at", "expires_at"])
        .where("user_id", "=", userId)
        .execute(),
      passkeys: await db
        .selectFrom("passkey")
        .select(["name", "created_at", "last_used_at"])
        .where("user_id", "=", userId)
        .execute(),
      push_devices: await db
        .selectFrom("push_device")
        .select(["token_kind", "registered_at"])
        .where("user_id", "=", userId)
        .execute(),
      presence: await own("user_presence"),
    },
    memberships: {
      channels: await db
        .selectFrom("subscription")
        .innerJoin("channel", "channel.id", "subscription.channel_id")
        .select(["channel.id", "channel.name", "color", "is_muted", "pin_to_top"])
        .where("user_id", "=", userId)
        .where("is_subscribed", "=", true)
        .execute(),
      groups: await db
        .selectFrom("user_group_member")
        .innerJoin("user_group", "user_group.id", "user_group_member.group_id")
        .select(["user_group.id", "user_group.name"])
        .where("user_group_member.user_id", "=", userId)
        .where("user_group.kind", "<>", "anonymous")
        .execute(),
    },
    notes: {
      drafts: await own("draft"),
      saved_snippets: await own("saved_snippet"),
      reminders: await own("reminder"),
      alert_words: await own("alert_word"),
      navigation_views: await own("navigation_view"),
      muted_users: await own("muted_user"),
      topics: await own("user_topic"),
      scheduled_messages: await db
        .selectFrom("scheduled_message")
        .select(["id", "channel_id", "topic", "user_ids", "content", "scheduled_delivery_timestamp", "sent_at"])
        .where("sender_id", "=", userId)
        .execute(),
    },
    reactions: await db
      .selectFrom("reaction")
      .select(["message_id", "emoji_name", "emoji_code", "reaction_type"])
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .limit(MOST_OWN_MESSAGES)
      .execute(),
    bots: await db
      .selectFrom("user")
      .select(["id", "full_name", "delivery_email", "bot_type", "date_joined", "is_active"])
      .where("bot_owner_id", "=", userId)
      .execute(),
  };
}

/** Tables with rows of one user, all of whose columns are the person's. */
type OwnTable =
  | "user_status"
  | "user_presence"
  | "draft"
  | "saved_snippet"
  | "reminder"
  | "alert_word"
  | "navigation_view"
  | "muted_user"
  | "user_topic";

/** Written to a file first, because an archive begins each of its parts with the size. */
async function addLines(
  { app }: OpenContext,
  tar: TarWriter,
  name: string,
  pages: AsyncIterable<readonly object[]>,
  signal: AbortSignal,
): Promise<void> {
  const file = await unfinishedFile(app.config.dataDirectory);
  try {
    await appendFile(file, "", { mode: 0o600 });
    const steps = new Steps(UNHURRIED, signal);
    for await (const page of pages) {
      await appendFile(file, page.map((row) => `${JSON.stringify(row)}\n`).join(""));
      if (steps.isOver) await steps.pause();
      steps.throwIfEnded();
    }
    await tar.addFile(name, file);
  } finally {
    await rm(file, { force: true });
  }
}

/** What others did that its person is not to know: legal holds are for owners only. */
const FOR_OWNERS: readonly AuditAction[] = ["user_hold_placed", "user_hold_lifted"];

/** Newest first. Where somebody else acted, their network address is theirs. */
async function* entriesAbout(db: Db, realmId: number, userId: UserId): AsyncGenerator<readonly object[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let count = 0; count < MOST_OWN_MESSAGES; count += ENTRIES_AT_ONCE) {
    const rows = await db
      .selectFrom("audit_log")
      .select(["id", "created_at", "action", "actor_id", "user_id", "channel_id", "group_id", "message_id", "details"])
      .select(["ip_address", "client"])
      .where("realm_id", "=", realmId)
      .where((eb) =>
        eb.or([eb("actor_id", "=", userId), eb.and([eb("user_id", "=", userId), eb("action", "not in", FOR_OWNERS)])]),
      )
      .where("id", "<", before)
      .orderBy("id", "desc")
      .limit(ENTRIES_AT_ONCE)
      .execute();
    yield rows.map(({ ip_address, client, ...row }) =>
      row.actor_id === userId ? { ...row, ip_address, client } : row,
    );
    const last = rows.at(-1);
    if (!last || rows.length < ENTRIES_AT_ONCE) return;
    before = last.id;
  }
}

async function addAvatar({ app }: OpenContext, tar: TarWriter, userId: UserId): Promise<void> {
  const row = await app.database.reader
    .selectFrom("user")
    .select("avatar_path")
    .where("id", "=", userId)
    .executeTakeFirst();
  const key = row?.avatar_path ? keysOf(row.avatar_path).at(-1) : undefined;
  if (key !== undefined) await addStored(app, tar, "avatar.png", key);
}

/** The list says which contents are in the archive: beyond the limit only the newest are. */
async function addUploads({ app }: OpenContext, tar: TarWriter, userId: UserId): Promise<void> {
  const rows = await app.database.reader
    .selectFrom("attachment")
    .select(["id", "file_name", "path_id", "content_type", "size", "created_at"])
    .where("owner_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
  let room = MOST_FILE_BYTES;
  const listed: object[] = [];
  for (const { path_id, ...row } of rows) {
    const name = `uploads/${row.id}${extensionOf(row.file_name)}`;
    const isAdded = row.size <= room && (await addStored(app, tar, name, fileKey(path_id)));
    if (isAdded) room -= row.size;
    listed.push({ ...row, in_archive: isAdded ? name : null });
  }
  await tar.addText("uploads.json", `${JSON.stringify(listed, null, 2)}\n`);
}

/** Returns false if the file is gone. */
async function addStored({ storage }: OpenContext["app"], tar: TarWriter, name: string, key: string): Promise<boolean> {
  const size = await storage.size(key);
  const content = size === undefined ? undefined : await storage.read(key);
  if (size === undefined || !content) return false;
  await tar.addStream(name, content, size);
  return true;
}

/** Only what is harmless in a file name everywhere. */
const extensionOf = (fileName: string): string => /^\.[a-z0-9]{1,8}$/i.exec(extname(fileName))?.[0] ?? "";

/** Edit histories in archives. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type Organization, org, Person, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { getMessageHistory } from "../../messages/history/contract.ts";
import { MOST_BYTES, MOST_ENTRIES, MOST_TEXTS } from "../../messages/history/limits.ts";
import { importOrganization } from "./import.ts";
import type { ScopeKind } from "./scope.ts";
import { type ArchiveRow, tampered } from "./testing.ts";
import { writeArchive } from "./write.ts";

const archiveOf = async ({ server: { app }, realm }: Organization, kind: ScopeKind): Promise<string> => {
  const file = join(app.config.dataDirectory, `edits-${realm.id}-${kind}.gz`);
  await app.jobs.settled();
  await writeArchive(app, realm, file, kind);
  return file;
};

test("an archive from before edits had their own table imports its edit histories", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const brand = await acme.channel("brand", [ada, ben]);
  await acme.channel("design", [ada, ben]);
  const message_id = await ada.sends("#design > logo", "first");
  for (const change of [{ content: "second" }, { topic: "icon" }, { stream_id: brand }, { content: "third" }]) {
    await acme.clock.advance({ seconds: 10 });
    await ada.call(editMessage, { message_id, ...change, send_notification_to_new_thread: false });
  }
  const { message_history: expected } = await ben.call(getMessageHistory, { message_id });
  const file = await archiveOf(acme, "everything");
  const edits: ArchiveRow[] = [];
  const older = tampered(file, (row, table) => {
    if (table === "message_edit") edits.unshift(row);
    return table === "message_edit" ? [] : row;
  });
  const history = edits.map((edit) =>
    Object.fromEntries(
      Object.entries({
        user_id: edit.user_id,
        timestamp: edit.edited_at,
        prev_content: edit.prev_content,
        prev_rendered_content: edit.prev_rendered_content,
        topic: edit.topic,
        prev_topic: edit.prev_topic,
        ...(edit.prev_channel_id === null ? {} : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
      }).filter(([, value]) => value !== null),
    ),
  );
  const withHistory = tampered(older, ({ history_count: _, history_bytes: __, ...row }, table) =>
    table === "message" && row.id === message_id ? { ...row, edit_history: history } : row,
  );
  const target = await startServer(acme.server.app.database.engine, {}, { isNew: true });
  t.after(() => target.close());
  const { realm } = await importOrganization(target.app, withHistory, {});
  const there = new Person(target, realm.url, ben);
  const { message_history } = await there.call(getMessageHistory, { message_id });
  assert.deepEqual(message_history, expected);
  for (const check of invariants) assert.deepEqual(await check.problems(target.app.database.reader), []);
});

test("if an archived history is longer than the limit, the newest edits are imported", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const [many, large] = [await ada.sends("#design > a", "before"), await ada.sends("#design > b", "before")];
  const untouched = await ada.sends("#design > c", "before");
  for (const message_id of [many, large, untouched]) await ada.call(editMessage, { message_id, content: "after" });
  const { message_history: expected } = await ada.call(getMessageHistory, { message_id: untouched });

  const text = "x".repeat(MOST_BYTES / 8);
  const repeated = (edit: ArchiveRow, count: number, content: (n: number) => ArchiveRow): ArchiveRow[] =>
    Array.from({ length: count }, (_, n) => ({ ...edit, id: 10_000 * (edit.id as number) + n, ...content(n) }));
  const file = tampered(await archiveOf(acme, "everything"), (row, table) => {
    if (table !== "message_edit") return row;
    if (row.message_id === many) return repeated(row, MOST_ENTRIES + 3, (n) => ({ prev_content: `text ${n}` }));
    if (row.message_id !== large) return row;
    const half = { prev_content: text, prev_rendered_content: null };
    return repeated(row, 7, (n) => (n === 6 ? half : { prev_content: `${n}${text}`, prev_rendered_content: text }));
  });
  const target = await startServer(acme.server.app.database.engine, {}, { isNew: true });
  t.after(() => target.close());
  const { realm } = await importOrganization(target.app, file, {});
  const kept = async (messageId: number) =>
    (
      await target.app.database.reader
        .selectFrom("message_edit")
        .select("prev_content")
        .where("message_id", "=", messageId)
        .orderBy("id", "desc")
        .execute()
    ).map(({ prev_content }) => prev_content);

  const texts = Array.from({ length: MOST_TEXTS }, (_, n) => `text ${MOST_ENTRIES + 2 - n}`);
  assert.deepEqual(await kept(many), [...texts, ...Array(MOST_ENTRIES - MOST_TEXTS).fill(null)]);
  assert.deepEqual(
    (await kept(large)).map((content) => content?.[0] ?? null),
    [null, "5", "4", "3", null, null, null],
  );
  const there = new Person(target, realm.url, ada);
  const { message_history } = await there.call(getMessageHistory, { message_id: untouched });
  assert.deepEqual(message_history, expected);
  for (const check of invariants) assert.deepEqual(await check.problems(target.app.database.reader), []);
});

test("an export without a private channel does not reveal the topics that messages had there", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("layoffs", [ada], { invite_only: true });
  const news = await acme.channel("news", [ada]);
  const message_id = await ada.sends("#layoffs > severance", "never mind");
  const quiet = { send_notification_to_new_thread: false };
  await ada.call(editMessage, { message_id, topic: "golden handshake", ...quiet });
  await ada.call(editMessage, { message_id, topic: "talk", stream_id: news, ...quiet });
  await ada.call(editMessage, { message_id, topic: "small talk", ...quiet });
  const rows: ArchiveRow[] = [];
  tampered(await archiveOf(acme, "public"), (row, table) => {
    if (table === "message_edit") rows.push(row);
    return row;
  });
  assert.deepEqual(
    rows.map(({ channel_id, prev_channel_id, topic, prev_topic }) => [channel_id, prev_channel_id, topic, prev_topic]),
    [
      [null, null, null, null],
      [news, null, null, null],
      [news, null, "small talk", "talk"],
    ],
  );
});

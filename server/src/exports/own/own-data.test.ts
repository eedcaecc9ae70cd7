import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { ask } from "../../../test/ask.ts";
import { auditOf } from "../../../test/audit.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { rowsToDelete } from "../../erasure/tables.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { liftLegalHold, placeLegalHold } from "../../messages/legal-holds/contract.ts";
import { addReaction } from "../../messages/reactions/contract.ts";
import { asFile, uploads } from "../../messages/uploads/testing.ts";
import { createSavedSnippet } from "../../personal/saved-snippets/contract.ts";
import { exportOwnData, getOwnExports, KEPT_SECONDS, OWN_LIMIT_SECONDS } from "./contract.ts";

const download = (acme: Organization, url: string, as?: Person) => {
  const credentials = as && Buffer.from(`${as.email}:${as.apiKey}`).toString("base64");
  return acme.server.fetch(`${acme.realm.url}${new URL(url).pathname}`, {
    headers: credentials ? { authorization: `Basic ${credentials}` } : {},
  });
};

/** Unpacks with the system's tar: whoever gets the archive does the same. */
function unpacked(t: TestContext, archive: Buffer): Record<string, string> {
  const directory = mkdtempSync(join(tmpdir(), "parley-own-data-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "own.tar.gz"), archive);
  execFileSync("tar", ["-xzf", "own.tar.gz"], { cwd: directory });
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(directory.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

const linesOf = (text: string | undefined) =>
  (text ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("people export what is theirs: what they wrote, and what was written to them alone", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.channel("launch", [ada, ben]);
  const pathId = await uploads(ada, asFile("the plan", "plan.txt"));
  const sent = await ada.sends("#launch > a", `[plan](/user_uploads/${pathId})`);
  const foreign = await ben.sends("#launch > a", "not Ada's");
  const direct = await ben.writes(ada, "only for Ada");
  const secret = await ben.writes(cleo, "only for Cleo");
  await ada.call(addReaction, { message_id: foreign, emoji_name: "tada" });
  await ada.call(createSavedSnippet, { title: "Greeting", content: "Hello there" });

  await ada.call(exportOwnData, {});
  await acme.server.app.jobs.settled();
  const [made] = (await ada.call(getOwnExports, {})).exports;
  assert.deepEqual([made?.pending, made?.failed], [false, false]);

  const response = await download(acme, made?.export_url as string, ada);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-disposition") ?? "", /filename="parley-own-data-.*\.tar\.gz"/);
  const files = unpacked(t, Buffer.from(await response.arrayBuffer()));
  const ids = linesOf(files["messages.jsonl"]).map(({ id }) => id);
  assert.ok(ids.includes(sent) && ids.includes(direct));
  assert.ok(!ids.includes(foreign) && !ids.includes(secret));
  const profile = JSON.parse(files["profile.json"] ?? "") as Record<string, unknown>;
  assert.deepEqual([profile.full_name, profile.delivery_email], ["Ada", ada.email]);
  assert.match(files["notes.json"] ?? "", /Hello there/);
  assert.match(files["reactions.json"] ?? "", /tada/);
  assert.match(files["audit-log.jsonl"] ?? "", /own_data_export_started/);
  const [upload] = JSON.parse(files["uploads.json"] ?? "") as { file_name: string; in_archive: string }[];
  assert.equal(upload?.file_name, "plan.txt");
  assert.equal(files[upload?.in_archive ?? ""], "the plan");
  for (const text of Object.values(files)) assert.ok(!text.includes(ada.apiKey) && !text.includes("only for Cleo"));
});

/** Tables of rows that are one person's and not in their export, with the reasons. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  ...because("would open the account, or reach its devices, for whoever finds the file", [
    "authenticator",
    "one_time_link",
    "provider_identity",
    "push_token",
    "recovery_code",
    "spent_value",
    "web_push_subscription",
  ]),
  ...because("is what the server remembers for a while to do its work", [
    "bot_command_call",
    "event_queue",
    "missed_message",
    "push_notice",
    "sent_once",
    "unclaimed_account",
    "user_activity",
  ]),
  ...because("belongs to a bot, whose owner has it in their settings", ["bot_storage", "feed", "webhook_delivery"]),
  ...because("marks what others wrote", ["user_message"]),
  ...because("names other people", ["invitation"]),
  ...because("says which hints a client has shown", ["onboarding_step_seen"]),
};

function because(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}

test("whatever an erasure deletes with its person is in their export, except what is listed with a reason", async () => {
  const written = globSync("*.ts", { cwd: import.meta.dirname, exclude: ["*.test.ts"] })
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n");
  const left = rowsToDelete().filter(({ table }) => !written.includes(`"${table}"`));
  assert.deepEqual(left.map(({ table }) => table).sort(), Object.keys(NOT_EXPORTED).sort());
});

test("a message that others moved does not reveal a channel, or a topic, that its author cannot see", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [owner, ada]);
  const hidden = await acme.channel("layoffs", [owner], { invite_only: true });
  const moved = await ada.sends("#launch > a", "mine");
  const stays = await ada.sends("#launch > b", "mine too");
  await owner.call(editMessage, { message_id: moved, stream_id: hidden, topic: "who is next" });
  for (let n = 0; n < 3; n++) await ben.writes(ada, `hello ${n}`);
  await ada.writes(ben, "hello back");
  await ada.call(exportOwnData, {});
  await acme.server.app.jobs.settled();
  const [made] = (await ada.call(getOwnExports, {})).exports;
  const response = await download(acme, made?.export_url as string, ada);
  const files = unpacked(t, Buffer.from(await response.arrayBuffer()));
  const lines = linesOf(files["messages.jsonl"]);
  const placeOf = (id: number) => {
    const { content, channel_id, channel_name, topic } = lines.find((line) => line.id === id) ?? {};
    return { content, channel_id, channel_name, topic };
  };
  assert.deepEqual(placeOf(moved), { content: "mine", channel_id: null, channel_name: null, topic: null });
  assert.deepEqual([placeOf(stays).channel_name, placeOf(stays).topic], ["launch", "b"]);
  assert.ok(!Object.values(files).some((text) => /layoffs|who is next/.test(text)));
  // Each message once, and the conversations newest first.
  assert.deepEqual(
    lines.map(({ content }) => content),
    ["mine too", "mine", "hello back", "hello 2", "hello 1", "hello 0"],
  );
  const [, , direct] = lines;
  assert.deepEqual(direct?.participants, [
    { id: ada.id, full_name: "Ada" },
    { id: ben.id, full_name: "Ben" },
  ]);
});

test("an export does not tell people that they are, or were, under a legal hold", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { id } = await acme.owner.call(placeLegalHold, { user_id: ada.id, reason: "Case 17" });
  await acme.owner.call(liftLegalHold, { hold_id: id });
  await acme.owner.call(placeLegalHold, { user_id: ada.id, reason: "Case 18" });
  const actionsIn = async (person: Person) => {
    await person.call(exportOwnData, {});
    await acme.server.app.jobs.settled();
    const [made] = (await person.call(getOwnExports, {})).exports;
    const response = await download(acme, made?.export_url as string, person);
    const files = unpacked(t, Buffer.from(await response.arrayBuffer()));
    assert.ok(person === acme.owner || !Object.values(files).some((text) => /hold|Case/.test(text)));
    return linesOf(files["audit-log.jsonl"]).map(({ action }) => action);
  };
  const adas = await actionsIn(ada);
  assert.ok(adas.includes("own_data_export_started") && !adas.some((action) => /hold/.test(String(action))));
  const owners = await actionsIn(acme.owner);
  assert.ok(owners.includes("user_hold_placed") && owners.includes("user_hold_lifted"));
});

test("an export is for its person alone, once a day, and is deleted after a week", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("the clock skips days, after which queues end");
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const entries = await auditOf(acme, () => ada.call(exportOwnData, {}));
  assert.deepEqual(
    entries.map(({ action, user_id }) => [action, user_id]),
    [["own_data_export_started", ada.id]],
  );
  const [made] = (await ada.call(getOwnExports, {})).exports;
  const url = made?.export_url as string;
  assert.deepEqual((await ben.call(getOwnExports, {})).exports, []);
  assert.equal((await download(acme, url)).status, 401);
  for (const other of [ben, acme.owner]) assert.equal((await download(acme, url, other)).status, 404);
  const downloaded = await auditOf(acme, async () => (await download(acme, url, ada)).arrayBuffer());
  assert.deepEqual(
    downloaded.map(({ action }) => action),
    ["own_data_export_downloaded"],
  );
  await assert.rejects(ada.call(exportOwnData, {}), {
    message: "You can export your data once a day. Download the export you have.",
  });
  await acme.clock.leap({ seconds: OWN_LIMIT_SECONDS + 1 });
  await ada.call(exportOwnData, {});
  await acme.server.app.jobs.settled();
  await acme.clock.leap({ seconds: KEPT_SECONDS });
  await acme.server.app.jobs.settled();
  assert.equal((await download(acme, url, ada)).status, 404);
  assert.deepEqual((await ada.call(getOwnExports, {})).exports, []);
  const { storage } = acme.server.app;
  const kept: string[] = [];
  for await (const { key } of storage.list(`exports/${acme.realm.id}/`)) kept.push(key);
  assert.deepEqual(kept, []);
});

test("bots have no data of their own, and without an account there is none", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Helper", acme.owner);
  await assert.rejects(bot.call(exportOwnData, {}), { message: "This endpoint does not accept bot requests." });
  assert.equal((await ask(acme.server, "POST /users/me/export", { host: acme.realm.host })).status, 401);
});

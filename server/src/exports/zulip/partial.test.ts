/** What administrators export in Zulip's format has no more in it than what they export in Parley's. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { unpackTar } from "../../imports/archives/tar.ts";
import { updateMessageFlags } from "../../messages/read-state/contract.ts";
import { importRows } from "../archive/import.ts";
import { exportRealm, getRealmExports } from "../contract.ts";
import { EVERYWHERE, OF_ADA, OF_OTHERS, worldOfSecrets } from "../testing.ts";
import { Mask } from "./format.ts";
import { ZulipOrganization } from "./read.ts";

type Tables = Record<string, Record<string, unknown>[]>;

interface Downloaded {
  readonly file: string;
  /** Everything that is in the archive. */
  readonly text: string;
  readonly read: (name: string) => Tables;
}

async function exported(t: TestContext, acme: Organization, export_type: 1 | 2): Promise<Downloaded> {
  await acme.owner.call(exportRealm, { export_type, export_format: "zulip" });
  await acme.server.app.jobs.settled();
  const { exports } = await acme.owner.call(getRealmExports, {});
  const { export_url, export_format } = exports.at(-1) as (typeof exports)[number];
  assert.equal(export_format, "zulip");
  const credentials = Buffer.from(`${acme.owner.email}:${acme.owner.apiKey}`).toString("base64");
  const answer = await acme.server.fetch(export_url as string, { headers: { authorization: `Basic ${credentials}` } });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-disposition") ?? "", /filename="parley-export-[\d-]+\.zulip\.tar\.gz"/);
  const folder = mkdtempSync(join(acme.server.app.config.dataDirectory, "partial-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "export.tar.gz");
  const content = Buffer.from(await answer.arrayBuffer());
  writeFileSync(file, content);
  const [first] = await unpackTar(file, folder);
  const root = join(folder, dirname(first as string));
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8")) as Tables;
  return { file, text: gunzipSync(content).toString("latin1"), read };
}

/** With what Cem has done, who allows nothing, and where he was subscribed once. */
async function world(acme: Organization) {
  const people = await worldOfSecrets(acme);
  const { ada, cem } = people;
  await acme.channel("once", [ada, cem]);
  const left = await ada.sends("#once > path", "said-while-cem-was-there");
  await cem.call(updateMessageFlags, { messages: [left], op: "add", flag: "starred" });
  await cem.call(unsubscribe, { subscriptions: ["once"] });
  return people;
}

const ofPerson = (rows: readonly Record<string, unknown>[] | undefined, { id }: Person) =>
  (rows ?? []).filter(({ user_profile }) => user_profile === id);

test("an export in Zulip's format contains what every member can see, with consent what the consenting see, and no more", async (t) => {
  const acme = await org(t);
  const { ada, ben, cem } = await world(acme);
  const seen = await exported(t, acme, 1);
  for (const word of [...EVERYWHERE, "file-in-open", "said-while-cem-was-there"])
    assert(seen.text.includes(word), word);
  const files = ["file-in-team", "file-in-closed", "file-to-cem", "kept-by-ada", "kept-by-cem", "file-planned-by-ada"];
  for (const word of [...OF_ADA, ...OF_OTHERS, ...files, `"team"`, `"closed"`, `"vault"`])
    assert(!seen.text.includes(word), word);

  const consented = await exported(t, acme, 2);
  for (const word of [...EVERYWHERE, ...OF_ADA, "file-in-open", "file-in-team", "kept-by-ada", "file-planned-by-ada"])
    assert(consented.text.includes(word), word);
  for (const word of [...OF_OTHERS, "file-in-closed", "file-to-cem", "kept-by-cem", "file-planned-by-cem"])
    assert(!consented.text.includes(word), word);

  for (const { text, read } of [seen, consented]) {
    for (const secret of [ada.apiKey, acme.owner.apiKey, cem.email, "argon2"]) assert(!text.includes(secret), secret);
    const realm = read("realm.json");
    const accounts = realm.zerver_userprofile ?? [];
    assert(accounts.every(({ api_key, password }) => api_key === undefined && password === ""));
    const address = accounts.find(({ id }) => id === cem.id)?.delivery_email;
    assert.equal(address, `user${cem.id}@${acme.realm.host}`, "administrators cannot see it either");
    const received = ofPerson(read("messages-000001.json").zerver_usermessage, cem);
    assert(received.length > 0);
    // What he did with messages is his; and nobody learns that he was subscribed once.
    for (const { flags_mask } of received) assert.equal(Number(flags_mask) & (Mask.starred | Mask.historical), 0);
    const once = realm.zerver_stream?.find(({ name }) => name === "once");
    assert(!ofPerson(realm.zerver_subscription, cem).some(({ recipient }) => recipient === once?.recipient));
    assert(
      !(realm.zerver_realmauditlog ?? []).some(
        (row) => row.modified_user === cem.id && row.modified_stream === once?.id,
      ),
    );
    for (const table of ["zerver_draft", "zerver_savedsnippet", "zerver_scheduledmessage", "zerver_userpresence"])
      for (const row of realm[table] ?? [])
        assert(![ben.id, cem.id].includes((row.user_profile ?? row.sender) as never), table);
    const { left_behind } = read("parley.json") as unknown as { left_behind: { what: string }[] };
    assert(
      left_behind.every(({ what }) => what.startsWith("rows of ")),
      "nothing is counted that is not in it",
    );
  }

  // Parley takes it back.
  const { app } = acme.server;
  const archive = await ZulipOrganization.open(consented.file, join(dirname(consented.file), "work"), 0);
  t.after(() => archive.close());
  const { realm } = await importRows(app, archive, { shortName: `partial-${acme.server.engine}` });
  const { count } = await app.database.reader
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("realm_id", "=", realm.id)
    .where("content", "like", "said-%")
    .executeTakeFirstOrThrow();
  // In "open", "team", "vault" and "once".
  assert.equal(Number(count), 4);
});

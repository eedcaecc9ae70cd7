/** Makes small Zulip exports for tests, and imports them. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { type Organization, Person } from "../../../test/index.ts";
import { TarWriter } from "../../exports/own/tar.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { fingerprintOf } from "../recognise.ts";
import { survey } from "../survey.ts";
import { archiveFile } from "../testing.ts";

/** 2 March 2020, in seconds. */
export const BEGIN = 1_583_107_200;

type Rows = Readonly<Record<string, readonly object[]>>;

export const zulipUser = (id: number, full_name: string, more: object = {}) => ({
  ...{
    id,
    full_name,
    delivery_email: `${full_name.toLowerCase()}@elsewhere.example`,
    email: `user${id}@zulip.example`,
  },
  ...{ is_bot: false, is_active: true, role: 400, timezone: "" },
  ...more,
});

/** A public channel; its recipient is 100 more than its id. */
export const zulipStream = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, description: "", invite_only: false, deactivated: false },
  ...{ date_created: BEGIN, history_public_to_subscribers: true },
  ...more,
});

export const zulipMessage = (id: number, sender: number, content: string, more: object = {}) => ({
  ...{ id, sender, recipient: 105, subject: "logo", content, date_sent: BEGIN + id, edit_history: null },
  ...more,
});

/** With people 10 (Ada), 11 (Ben) and 12 (Cleo, a guest), who are subscribed to the channel 5 (design). */
export async function zulipExport(t: TestContext, realm: Rows, messages: Rows = {}): Promise<string> {
  const streams = [zulipStream(5, "design"), ...(realm.zerver_stream ?? [])];
  const recipients = streams.map((stream) => {
    const { id } = stream as { id: number };
    return { id: id + 100, type: 2, type_id: id };
  });
  const subscriptions = [10, 11, 12].map((user_profile) => ({ user_profile, recipient: 105, active: true }));
  const tables = {
    zerver_realm: [{ id: 2, string_id: "acme", name: "Acme", uuid: "0b1c" }],
    zerver_userprofile: [zulipUser(10, "Ada"), zulipUser(11, "Ben"), zulipUser(12, "Cleo", { role: 600 })],
    zerver_subscription: subscriptions,
    ...realm,
    zerver_stream: streams,
    zerver_recipient: [...recipients, ...(realm.zerver_recipient ?? [])],
  };
  const file = join(dirname(archiveFile(t, "x", Buffer.alloc(0))), "export.tar.gz");
  const tar = new TarWriter(file, BEGIN);
  await tar.addText("export/realm.json", JSON.stringify(tables));
  await tar.addText("export/messages-000001.json", JSON.stringify({ zerver_message: [], ...messages }));
  await tar.end();
  return file;
}

async function withSource<T>(file: string, work: (source: Awaited<ReturnType<typeof openSource>>) => Promise<T>) {
  const workFolder = join(dirname(file), "work");
  mkdirSync(workFolder, { recursive: true });
  const source = await openSource("zulip", file, { workFolder });
  try {
    return await work(source);
  } finally {
    await source.close();
    assert.deepEqual(readdirSync(workFolder), [], "nothing is left behind");
  }
}

/** What the command does. The server has started anew when it has. */
export async function importsExport(acme: Organization, file: string, database?: Database) {
  const { app } = acme.server;
  const running = database ? Object.assign(Object.create(app) as typeof app, { database }) : app;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const fingerprint = await fingerprintOf(file);
  const { tally } = await withSource(file, (source) => importFrom(running, realm, source, { fingerprint }));
  await acme.server.restart();
  return reported(tally);
}

/** What `--dry-run` says. */
export async function foreseesExport(acme: Organization, file: string) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const { tally } = await withSource(file, (source) => survey(app, realm, source));
  return reported(tally);
}

const reported = ({ taken, left_out }: Awaited<ReturnType<typeof survey>>["tally"]) => ({
  taken,
  // Messages of these tests are always beside others.
  leftOut: left_out
    .filter(({ what }) => what !== "ids of messages")
    .map(({ what, reason, count }) => `${count} ${what}: ${reason}`)
    .sort(),
});

/** The ids here of people with these names. */
export async function idsNamed({ server, realm }: Organization, ...names: string[]): Promise<number[]> {
  const rows = await server.app.database.reader
    .selectFrom("user")
    .select(["id", "full_name"])
    .where("realm_id", "=", realm.id)
    .execute();
  return names.map((name) => rows.find(({ full_name }) => full_name === name)?.id ?? 0);
}

/** Someone whose account has come, as if they had accepted an invitation. */
export async function claimed(acme: Organization, name: string): Promise<Person> {
  const { server, realm } = acme;
  const row = await server.app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where("full_name", "=", name)
    .executeTakeFirstOrThrow();
  await acme.alter((tx) => tx.updateTable("user").set({ is_active: true }).where("id", "=", row.id).execute());
  await server.restart();
  const apiKey = server.app.secrets.decrypt(row.api_key_encrypted);
  return new Person(server, realm.url, { id: row.id, name, email: row.delivery_email, apiKey });
}

/** Fails after so many transactions, each time one later: what a process sees that is killed again and again. */
export async function importsWhileKilled(acme: Organization, file: string) {
  class Killed extends Error {}
  for (let kills = 0; ; kills++) {
    let left = 1 + (kills % 3);
    const isCommitted = kills % 2 === 0;
    const database = new Proxy(acme.server.app.database, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
        return async (...args: Parameters<Database["transaction"]>) => {
          if (left-- > 0) return target.transaction(...args);
          if (isCommitted) await target.transaction(...args);
          throw new Killed();
        };
      },
    });
    try {
      return { kills, ...(await importsExport(acme, file, database)) };
    } catch (error) {
      if (!(error instanceof Killed) || kills > 200) throw error;
    }
  }
}

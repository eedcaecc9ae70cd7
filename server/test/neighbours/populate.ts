/** Adds the neighbours to a template database through the API of a temporary server. */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../../src/kernel/config.ts";
import { databaseFile } from "../../src/kernel/db/open.ts";
import { Secrets } from "../../src/kernel/secrets.ts";
import { createOrganization } from "../../src/set-up/create.ts";
import { TestClock } from "../clock.ts";
import { Journal } from "../journal.ts";
import { Organization } from "../organization.ts";
import { Person } from "../person.ts";
import { startNode, type TestServer } from "../server.ts";
import type { Populate } from "../templates.ts";
import { settleIn } from "./life.ts";
import { rowsQuery } from "./rows.ts";

const HOUR_MS = 3600_000;
const EMAIL = "nora@example.com";

export const populate: Populate = async ({ file, url }, rowsFile) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-neighbours-"));
  const config = {
    ...readConfig({ PARLEY_DATA: directory, PARLEY_URL: "http://chat.test", PARLEY_RATE_LIMITS: "off" }),
    databaseUrl: url,
  };
  if (file) copyFileSync(file, databaseFile(config));
  const clock = new TestClock(new TestClock().now() - HOUR_MS);
  const options = { log: pino({ level: "silent" }), secrets: new Secrets(randomBytes(32)), clock };
  const engine = url ? "postgres" : "sqlite";
  const server = await startNode({ engine, journal: new Journal(), config, clock, faults: [], options });
  const realmId = await moveIn(server);
  writeFileSync(rowsFile, await rowsQuery(server.app.database, realmId));
  await server.close();
  if (file) copyFileSync(databaseFile(config), file);
  rmSync(directory, { recursive: true, force: true });
};

async function moveIn(server: TestServer): Promise<number> {
  const { app } = server;
  const owner = { email: EMAIL, fullName: "Nora", password: null };
  const { realm, userId, apiKey } = await createOrganization(app, {
    name: "Neighbours",
    stringId: "neighbours",
    owner,
  });
  const nora = new Person(server, realm.url, { id: userId, name: "Nora", email: EMAIL, apiKey });
  await settleIn(new Organization(server, realm, nora));
  // Notifications to inactive users are sent before the first test starts.
  await app.notifier.settled();
  await server.clock.advance({ minutes: 50 });
  await app.notifier.settled();
  await app.database.transaction(async (tx) => {
    // Every server has its own key, and the first organization that a test creates is the default one.
    await tx.deleteFrom("installation").execute();
    await tx.updateTable("realm").set({ is_default: false }).execute();
    await tx.deleteFrom("event").execute();
    await tx.deleteFrom("event_queue").execute();
  });
  return realm.id;
}

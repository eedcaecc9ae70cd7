/** The command itself, killed with SIGKILL at random moments and run again, gives the same rows as where nobody disturbs it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { openApp } from "../../app.ts";
import { importFrom } from "../../imports/import.ts";
import { openSource } from "../../imports/open.ts";
import { fingerprintOf } from "../../imports/recognise.ts";
import type { TallyState } from "../../imports/tally.ts";
import { Dice } from "../../imports/testing.ts";
import { mattermostArchiveOf, slackArchiveOf, zulipArchiveOf } from "../../imports/testing-archives.ts";
import { history } from "../../imports/testing-history.ts";
import { importedRows } from "../../imports/testing-rows.ts";
import { readConfig } from "../../kernel/config.ts";
import { openDatabase } from "../../kernel/db/open.ts";
import { createOrganization } from "../../set-up/create.ts";
import { diagnose } from "../doctor/command.ts";
import { installation, parleyAlone } from "../testing.ts";

const KILLS = 2;

const past = await history({ messages: 1100 });
/** Zulip's first: only where there are no messages yet do they keep their ids. */
const ARCHIVES = {
  zulip: { name: "export.tar.gz", content: await zulipArchiveOf(past) },
  slack: { name: "export.zip", content: slackArchiveOf(past) },
  mattermost: { name: "export.zip", content: mattermostArchiveOf(past) },
};
type Program = keyof typeof ARCHIVES;
const PROGRAMS = Object.keys(ARCHIVES) as Program[];

const OWNER = { email: "o@example.com", fullName: "Olivia", password: null };

/** An empty installation, and the archives in files. */
async function prepared(t: TestContext, engine: "sqlite" | "postgres") {
  const database = engine === "postgres" ? await makeDatabase() : undefined;
  if (database) t.after(database.drop);
  const { directory, env } = installation(t, database ? { PARLEY_DATABASE_URL: database.url } : {});
  const files = {} as Record<Program, string>;
  for (const program of PROGRAMS) {
    const { name, content } = ARCHIVES[program];
    files[program] = join(directory, `${program}-${name}`);
    writeFileSync(files[program], content);
  }
  return { env, files };
}

/** Into an organization of its own, which it creates. */
const commandOf = (program: Program, file: string): readonly string[] => [
  ...["import", file, "--new-organization", program, "--short-name", program],
  ...["--owner-email", OWNER.email, "--owner-name", OWNER.fullName, "--json"],
];

interface ToldOutcome extends TallyState {
  readonly realm_id: number;
}

async function runs(env: NodeJS.ProcessEnv, command: readonly string[]): Promise<ToldOutcome> {
  const { code, stdout, stderr } = await parleyAlone(env, command);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as ToldOutcome;
}

/** What a run finds before the messages, it finds again, and may list it behind. */
const told = ({ taken, left_out }: TallyState) => ({
  taken,
  left_out: left_out.map((each) => JSON.stringify(each)).sort(),
});

/** Returns whether the process was still at work. */
async function runsKilled(env: NodeJS.ProcessEnv, command: readonly string[], afterMs: number): Promise<boolean> {
  const program = join(import.meta.dirname, "../../../dist/parley.js");
  const child = spawn(process.execPath, [program, ...command], { env, stdio: "ignore" });
  const ended = new Promise<string | null>((resolve) => child.on("close", (_, signal) => resolve(signal)));
  await Promise.race([sleep(afterMs), ended]);
  child.kill("SIGKILL");
  return (await ended) === "SIGKILL";
}

/** Everything in this process, without an interruption. */
async function importsAll({ env, files }: Awaited<ReturnType<typeof prepared>>) {
  const app = await openApp(readConfig(env), { log: pino({ level: "silent" }) });
  const imported: Partial<Record<Program, { tally: TallyState; realmId: number }>> = {};
  for (const program of PROGRAMS) {
    const { realm } = await createOrganization(app, { name: program, stringId: program, owner: OWNER });
    const file = files[program];
    const source = await openSource(program, file, { workFolder: dirname(file) });
    const { tally } = await importFrom(app, realm, source, { fingerprint: await fingerprintOf(file) });
    await source.close();
    imported[program] = { tally, realmId: realm.id };
  }
  await app.stop();
  const found = {} as Record<Program, { tally: TallyState } & Awaited<ReturnType<typeof rowsIn>>>;
  for (const [program, { tally, realmId }] of Object.entries(imported))
    found[program as Program] = { tally, ...(await rowsIn(env, realmId)) };
  return found;
}

async function rowsIn(env: NodeJS.ProcessEnv, realmId: number) {
  const database = await openDatabase(readConfig(env));
  try {
    const rows = await importedRows(database.reader, realmId);
    const ids = await database.reader
      .selectFrom("message")
      .select("id")
      .where("realm_id", "=", realmId)
      .orderBy("id")
      .execute();
    return { rows, ids: ids.map(({ id }) => id) };
  } finally {
    await database.close();
  }
}

for (const engine of ["sqlite", "postgres"] as const)
  test(`an import that is killed again and again gives the same rows (${engine})`, {
    skip: engine === "postgres" && !POSTGRES,
  }, async (t) => {
    const [whole, torn] = [await prepared(t, engine), await prepared(t, engine)];
    // However fast the machine is, most kills meet an import that is at work.
    const began = performance.now();
    const undisturbed = await importsAll(whole);
    let lasted = (performance.now() - began) / 2;
    const dice = new Dice(11);
    for (const program of PROGRAMS) {
      const command = commandOf(program, torn.files[program]);
      for (let kills = 0; kills < KILLS; kills++)
        if (!(await runsKilled(torn.env, command, lasted * (0.3 + dice.below(60) / 100)))) break;
      const begun = performance.now();
      const outcome = await runs(torn.env, command);
      lasted = performance.now() - begun;
      const expected = undisturbed[program];
      assert.deepEqual(told(outcome), told(expected.tally), program);
      const found = await rowsIn(torn.env, outcome.realm_id);
      assert(found.ids.length >= past.messages.length);
      assert.deepEqual(found.rows, expected.rows, program);
      if (program === "zulip") assert.deepEqual(found.ids, expected.ids);
    }
    const findings = await diagnose(readConfig(torn.env));
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
  });

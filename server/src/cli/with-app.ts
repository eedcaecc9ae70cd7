import { pino } from "pino";
import { openApp, type RunningApp } from "../app.ts";
import type { Realm } from "../kernel/context.ts";
import { unobserved } from "../kernel/progress.ts";
import { Refusal } from "./errors.ts";
import { commandConfig } from "./flags.ts";

/** Opens the installation for one command and closes it again. Migrates an older database first. */
export async function withApp<T>(work: (app: RunningApp) => Promise<T>, progress = unobserved): Promise<T> {
  const config = commandConfig();
  // Only the caller waits for a command, so its statements have no time limit, and an unreachable database fails at once.
  const database = { ...config.database, statementMs: 0, lockMs: 0, startMs: 0 };
  const app = await openApp({ ...config, database }, { log: pino({ level: "silent" }), progress });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

/** The organization with this short name, or the default one. */
export async function organizationFor(app: RunningApp, shortName: string | undefined): Promise<Realm> {
  const { reader } = app.database;
  const query = reader.selectFrom("realm").selectAll();
  const row = await (shortName === undefined
    ? query.where("is_default", "=", true)
    : query.where("string_id", "=", shortName)
  ).executeTakeFirst();
  if (row) return app.identities.realm(reader, row);
  throw new Refusal(
    shortName === undefined
      ? "There is no organization yet. Create one with: parley init, or parley demo."
      : `There is no organization named ${shortName}.`,
  );
}

export function print(value: object, asJson: boolean, text: string): void {
  process.stdout.write(asJson ? `${JSON.stringify(value)}\n` : `${text}\n`);
}

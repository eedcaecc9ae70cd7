/** Refuses to work while a server uses the data: it would continue with the key and the state in its memory. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Config } from "../../kernel/config.ts";
import { databaseFile } from "../../kernel/db/open.ts";
import { APPLICATION_NAME } from "../../kernel/db/postgres-pool.ts";
import { Refusal } from "../errors.ts";

/** PostgreSQL keeps the connections of a server that has just ended for a moment: two seconds are waited for them. */
const LOOKS = 21;
const BETWEEN_LOOKS_MS = 100;

export async function refuseWhileServed(config: Config): Promise<void> {
  const isServed = config.databaseUrl
    ? await hasOtherConnections(config.databaseUrl)
    : isOpenElsewhere(databaseFile(config));
  if (isServed) throw new Refusal("A server is using this data. Stop it first.");
}

/** Only the last connection can leave WAL mode. The next one to open the file turns it on again. */
function isOpenElsewhere(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    return false;
  } catch (error) {
    const { errstr } = error as { errstr?: string };
    if (errstr === "database is locked") return true;
    throw error;
  } finally {
    database.close();
  }
}

async function hasOtherConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const countOthers = async () => {
    const { rowCount } = await client.query(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
      [APPLICATION_NAME],
    );
    return rowCount ?? 0;
  };
  try {
    for (let look = 1; (await countOthers()) > 0; look++) {
      if (look === LOOKS) return true;
      await sleep(BETWEEN_LOOKS_MS);
    }
    return false;
  } finally {
    await client.end();
  }
}

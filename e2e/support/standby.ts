/** A PostgreSQL server with a standby that has everything before it is acknowledged. */
import { chownSync, cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type PostgresServer, startPostgres } from "../../server/test/postgres.ts";
import type { Lifetime } from "./server.ts";
import { until } from "./until.ts";

export interface Standby extends PostgresServer {
  /** Makes it a primary. */
  promote(): Promise<void>;
}

/** Disks do not fail here, so what is committed need not be on one; it is on both servers. */
const SETTINGS = { synchronous_commit: "on" };

export async function withStandby(t: Lifetime): Promise<{ primary: PostgresServer; standby: Standby }> {
  const primary = await startPostgres({ settings: SETTINGS });
  t.after(() => primary.stop());
  // A copy of a server that is not running is what pg_basebackup would have made.
  await primary.pause();
  const standby = await startPostgres({
    settings: { ...SETTINGS, primary_conninfo: connectionInfo(primary.url), wal_retrieve_retry_interval: "100ms" },
    prepare(data, { account }) {
      cpSync(primary.data, data, { recursive: true });
      writeFileSync(join(data, "standby.signal"), "");
      if (account)
        for (const name of readdirSync(data, { recursive: true, encoding: "utf8" }))
          chownSync(join(data, name), account.uid, account.gid);
    },
  });
  t.after(() => standby.stop());
  await primary.resume();
  await administer(primary.url, "alter system set synchronous_standby_names = '*'");
  await administer(primary.url, "select pg_reload_conf()");
  const isInStep = async () =>
    (await administer(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length > 0;
  await until("the standby follows", isInStep, { withinMs: 30_000 });
  const promote = async () => void (await administer(standby.url, "select pg_promote()"));
  return { primary, standby: { ...standby, promote } };
}

function connectionInfo(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}

async function administer(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

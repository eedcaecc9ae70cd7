/** A PostgreSQL server with a synchronous standby. */
import { chownSync, cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type PostgresServer, startPostgres } from "../../server/test/postgres.ts";
import type { Lifetime } from "./server.ts";
import { until } from "./until.ts";

export interface Standby extends PostgresServer {
  /** Promotes the standby to primary. */
  promote(): Promise<void>;
}

/** Disks do not fail in these tests, so commits need not be synced; both servers have them. */
const SETTINGS = { synchronous_commit: "on" };

export async function withStandby(t: Lifetime): Promise<{ primary: PostgresServer; standby: Standby }> {
  const primary = await startPostgres({ settings: SETTINGS });
  t.after(() => primary.stop());
  // Copying a stopped server gives the result of pg_basebackup.
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

/**
 * The PostgreSQL server for the tests of one file: the one that PARLEY_TEST_POSTGRES names, or one that is started here
 * and leaves with the tests. Every installation under test gets a database of its own.
 */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import { startPostgres } from "../../server/test/postgres.ts";

let server: Promise<string> | undefined;
const farewells: (() => Promise<void>)[] = [];

after(async () => {
  for (const leave of farewells.reverse()) await leave();
});

/** Makes an empty database that is dropped when the tests of this file are over; answers with its address. */
export async function newDatabase(): Promise<string> {
  server ??= process.env.PARLEY_TEST_POSTGRES ? Promise.resolve(process.env.PARLEY_TEST_POSTGRES) : startOwn();
  const address = await server;
  const name = `parley_e2e_${randomBytes(6).toString("hex")}`;
  await administer(address, `create database ${name}`);
  farewells.push(() => administer(address, `drop database if exists ${name} with (force)`));
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function startOwn(): Promise<string> {
  const { url, stop } = await startPostgres();
  farewells.push(stop);
  return url;
}

async function administer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

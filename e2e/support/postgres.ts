/**
 * The PostgreSQL server for the tests of one file: the one that PARLEY_TEST_POSTGRES names, or one that is started here
 * and leaves with the tests. Every installation under test gets a database of its own.
 */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { administer, createDatabase } from "../../server/test/databases.ts";
import { startPostgres } from "../../server/test/postgres.ts";

let server: Promise<string> | undefined;
const farewells: (() => Promise<void>)[] = [];

after(async () => {
  for (const leave of farewells.reverse()) await leave();
});

/** Makes an empty database, or a copy, that is dropped when the tests of this file are over; answers with its address. */
export async function newDatabase(template?: string): Promise<string> {
  server ??= process.env.PARLEY_TEST_POSTGRES ? Promise.resolve(process.env.PARLEY_TEST_POSTGRES) : startOwn();
  const address = await server;
  const name = `parley_e2e_${randomBytes(6).toString("hex")}`;
  const url = await createDatabase(address, name, template);
  farewells.push(() => administer(address, `drop database if exists ${name} with (force)`));
  return url;
}

async function startOwn(): Promise<string> {
  const { url, stop } = await startPostgres();
  farewells.push(stop);
  return url;
}

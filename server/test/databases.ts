/** Databases of one test each, on the PostgreSQL server of the run. */
import { randomBytes } from "node:crypto";
import pg from "pg";

/** The address of a PostgreSQL server on which databases may be made; `npm test` starts one. */
export const POSTGRES = process.env.PARLEY_TEST_POSTGRES;

/** An empty one, or a copy of a template. */
export async function makeDatabase(template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const server = POSTGRES as string;
  const name = `parley_test_${randomBytes(8).toString("hex")}`;
  const url = await createDatabase(server, name, template);
  return { url, drop: () => administer(server, `drop database ${name} with (force)`) };
}

export async function createDatabase(server: string, name: string, template = "template1"): Promise<string> {
  // As files: by default a copy is written into the log as well, which takes twice as long.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

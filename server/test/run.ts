/** `npm test`: every test file of the workspaces, with one PostgreSQL for the whole run and a database for each file. */
import { spawn } from "node:child_process";
import { startPostgres } from "./postgres.ts";

const wanted = process.argv.slice(2);
const files = wanted.length > 0 ? wanted : ["server/**/*.test.ts", "client/**/*.test.ts", "e2e/**/*.test.ts"];

const postgres = await startPostgres();
const env = { ...process.env, PARLEY_TEST_POSTGRES: postgres.url };
const child = spawn(process.execPath, ["--test", "--test-timeout=300000", ...files], { env, stdio: "inherit" });
const code = await new Promise<number>((resolve) => child.on("close", (ended) => resolve(ended ?? 1)));
await postgres.stop();
// Not `exitCode`: the embedded PostgreSQL's own hook at the end of the process would make it 0.
process.exit(code);

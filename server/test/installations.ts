/**
 * Installations with an organization, as `parley init` leaves them: made once for a whole run. Each server of `e2e` gets a copy,
 * since the command takes as long as to start the server.
 */
import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createDatabase } from "./databases.ts";
import type { Engine } from "./server.ts";

const PARLEY = fileURLToPath(new URL("../dist/parley.js", import.meta.url));
const DATABASE = "parley_installed";
export const OWNER_PASSWORD = "correct horse battery staple";

/** For processes that hash passwords with little work. Whoever verifies a password must have this if its hash was made with it. */
export const CHEAP_HASHES: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--require ${JSON.stringify(fileURLToPath(new URL("./cheap-passwords.cjs", import.meta.url)))}`,
};

export interface CreatedOrganization {
  realm_id: number;
  realm_url: string;
  user_id: number;
  email: string;
  api_key: string;
}

/** Runs a command of the operator's command line and reads the JSON object it prints. */
export async function parley<T>(env: NodeJS.ProcessEnv, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [PARLEY, ...args, "--json"], { env });
  return JSON.parse(stdout) as T;
}

/** Makes an organization whose owner is Olivia. */
export function init(env: NodeJS.ProcessEnv, name: string, ...more: string[]): Promise<CreatedOrganization> {
  const owner = ["--owner-email", "olivia@example.com", "--owner-name", "Olivia", "--owner-password", OWNER_PASSWORD];
  return parley(env, "init", "--name", name, ...owner, ...more);
}

/** The directory of those that are ready, while there are any. */
const READY = process.env.PARLEY_TEST_INSTALLATIONS;
const dataOf = (directory: string, engine: Engine) => join(directory, engine);
const organizationOf = (directory: string, engine: Engine) => join(directory, `${engine}.json`);

/** Fills the directory that `PARLEY_TEST_INSTALLATIONS` is to name. */
export async function makeInstallations(directory: string, postgres: string): Promise<void> {
  const url = await createDatabase(postgres, DATABASE);
  const own = { sqlite: {}, postgres: { PARLEY_DATABASE_URL: url } };
  await Promise.all(
    (["sqlite", "postgres"] as const).map(async (engine) => {
      // Not the variables of tests, which the command would not know.
      const { PATH, HOME, TMPDIR } = process.env;
      const env = { PATH, HOME, TMPDIR, ...CHEAP_HASHES, PARLEY_DATA: dataOf(directory, engine), ...own[engine] };
      writeFileSync(organizationOf(directory, engine), JSON.stringify(await init(env, "Acme")));
    }),
  );
}

export interface ReadyInstallation {
  /** The database to copy. */
  readonly template: string | undefined;
  readonly organization: CreatedOrganization;
  copyDataTo(directory: string): void;
}

/** Undefined where none was made. */
export function readyInstallation(engine: Engine): ReadyInstallation | undefined {
  if (READY === undefined) return undefined;
  return {
    template: engine === "postgres" ? DATABASE : undefined,
    organization: JSON.parse(readFileSync(organizationOf(READY, engine), "utf8")) as CreatedOrganization,
    copyDataTo: (directory) => cpSync(dataOf(READY, engine), directory, { recursive: true }),
  };
}

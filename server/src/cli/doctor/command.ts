import { existsSync } from "node:fs";
import { Command } from "commander";
import { databaseFile, openDatabase } from "../../app.ts";
import { type Config, readConfig } from "../../kernel/config.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { ExitCode } from "../errors.ts";
import { print } from "../with-app.ts";
import { examine, type Finding } from "./check.ts";
import { databaseChecks } from "./database.ts";
import { installationChecks } from "./installation.ts";
import { invariants } from "./invariants.ts";

export const doctorCommand = new Command("doctor")
  .description("Check the installation and the integrity of its data. Changes nothing; the server may be running.")
  .option("--json", "print one JSON object", false)
  .action(async ({ json }: { json: boolean }) => {
    const findings = await diagnose(readConfig(process.env));
    const ok = findings.every((finding) => finding.ok);
    print({ ok, checks: findings }, json, findings.map(inWords).join("\n"));
    if (!ok) process.exitCode = ExitCode.failure;
  });

/** Skips checks that depend on something broken: they would only report the same problem again. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const machine = await examine(installationChecks, config);
  // Opening the database would create it.
  if (!config.databaseUrl && !existsSync(databaseFile(config))) return machine;
  let database: Database;
  try {
    database = openDatabase(config);
  } catch (error) {
    return [...machine, { check: "the database can be opened", ok: false, problems: [(error as Error).message] }];
  }
  try {
    const whole = await examine(databaseChecks(config), database.reader);
    const isReadable = whole.every((finding) => finding.ok);
    return [...machine, ...whole, ...(isReadable ? await database.snapshot((db) => examine(invariants, db)) : [])];
  } finally {
    await database.close();
  }
}

function inWords({ check, ok, problems }: Finding): string {
  return [`${ok ? "ok     " : "WRONG  "} ${check}`, ...problems.map((problem) => `         ${problem}`)].join("\n");
}

import { existsSync } from "node:fs";
import { Command } from "commander";
import type { Config } from "../../kernel/config.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { databaseFile, openDatabase } from "../../kernel/db/open.ts";
import { ExitCode } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { print } from "../with-app.ts";
import { backupChecks } from "./backups.ts";
import { examine, type Finding } from "./check.ts";
import { databaseChecks } from "./database.ts";
import { installationChecks } from "./installation.ts";
import { invariants } from "./invariants.ts";
import { outsideChecks } from "./outside.ts";
import { reachChecks } from "./reach.ts";

export const doctorCommand = new Command("doctor")
  .description(
    "Check the installation, what it depends on, and the integrity of its data. Changes nothing; the server may be running.",
  )
  .option("--json", "print one JSON object", false)
  .action(async ({ json }: { json: boolean }) => {
    const config = commandConfig();
    const findings = [...(await diagnose(config)), ...(await examine([...outsideChecks, ...backupChecks], config))];
    const ok = findings.every((finding) => finding.ok);
    print({ ok, checks: findings }, json, findings.map(inWords).join("\n"));
    if (!ok) process.exitCode = ExitCode.failure;
  });

/**
 * The machine and the data. Skips checks that depend on something broken: they would only report the same problem again.
 */
export async function diagnose(config: Config): Promise<Finding[]> {
  const machine = await examine(installationChecks, config);
  // Opening the database would create it.
  if (!config.databaseUrl && !existsSync(databaseFile(config))) return machine;
  const reached = await examine(reachChecks, config);
  if (reached.some(({ ok }) => !ok)) return [...machine, ...reached];
  let database: Database;
  try {
    database = await openDatabase(config);
  } catch (error) {
    const problems = [(error as Error).message];
    return [...machine, { check: "the database can be opened", ok: false, problems, notes: [] }];
  }
  try {
    const whole = await examine(databaseChecks(config), database.reader);
    const isReadable = whole.every((finding) => finding.ok);
    const rules = isReadable ? await database.snapshot((db) => examine(invariants, db)) : [];
    return [...machine, ...reached, ...whole, ...rules];
  } finally {
    await database.close();
  }
}

function inWords({ check, ok, problems, notes }: Finding): string {
  const outcome = ok ? (notes.length > 0 ? "note   " : "ok     ") : "WRONG  ";
  return [`${outcome} ${check}`, ...[...problems, ...notes].map((sentence) => `         ${sentence}`)].join("\n");
}

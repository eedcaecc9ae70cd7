/** The settings in force: flags first, then the environment, then `parley.env` in the data directory, then the defaults. */
import { resolve } from "node:path";
import { type Config, readConfig } from "./config.ts";
import { ConfigError } from "./config-values.ts";
import { envFile, readEnvFile } from "./env-file.ts";
import {
  flagOf,
  holdsSecret,
  isOfDevelopment,
  isVariable,
  nearestTo,
  VARIABLE_NAMES,
  VARIABLES,
  type VariableName,
  type Variables,
} from "./variables.ts";

export type SettingSource = "flag" | "environment" | "file" | "default";

export interface SettingInForce {
  readonly name: VariableName;
  readonly value: string;
  readonly source: SettingSource;
}

export interface Settings {
  readonly file: { readonly path: string; readonly exists: boolean };
  readonly all: readonly SettingInForce[];
}

/** `flags` are the variables that were given as flags of the command. */
export function settingsIn(env: NodeJS.ProcessEnv, flags: Variables = {}): Settings {
  for (const name of Object.keys(env))
    if (name.startsWith("PARLEY_") && !isOfDevelopment(name)) refuseUnknown(name, "The environment");
  const path = envFile(resolve(flags.PARLEY_DATA || env.PARLEY_DATA || VARIABLES.PARLEY_DATA.fallback));
  const written = readEnvFile(path);
  for (const name of written?.keys() ?? []) {
    refuseUnknown(name, path);
    if (name === "PARLEY_DATA") throw new ConfigError(`${path} cannot set PARLEY_DATA, by which it was found.`);
  }
  const all = VARIABLE_NAMES.map((name): SettingInForce => {
    // An empty variable counts as not set.
    if (flags[name]) return { name, value: flags[name], source: "flag" };
    if (env[name]) return { name, value: env[name], source: "environment" };
    const value = written?.get(name);
    return value ? { name, value, source: "file" } : { name, value: VARIABLES[name].fallback, source: "default" };
  });
  return { file: { path, exists: written !== undefined }, all };
}

/** The configuration by these settings. Defaults are left to those who know what they depend on. */
export function configFrom({ all }: Settings): Config {
  const given = all.filter(({ source }) => source !== "default").map(({ name, value }) => [name, value]);
  return readConfig(Object.fromEntries(given) as Variables);
}

/** The configuration of this installation. */
export const loadConfig = (env: NodeJS.ProcessEnv, flags?: Variables): Config => configFrom(settingsIn(env, flags));

/** A sentence for each secret among the flags: other users of the machine can read the command lines of all processes. */
export const warningsAbout = (flags: Variables): string[] =>
  VARIABLE_NAMES.filter((name) => holdsSecret(name, flags[name] ?? "")).map(
    (name) =>
      `${flagOf(name)} contains a secret, which everyone on this machine can read in the list of processes, and which stays in the history of the shell. Set ${name} in parley.env or in the environment instead.`,
  );

function refuseUnknown(name: string, place: string): void {
  if (isVariable(name)) return;
  const meant = nearestTo(name);
  const hint = meant ? `Did you mean ${meant}?` : "docs/operations.md lists all settings.";
  // For a service named "parley", Kubernetes sets PARLEY_SERVICE_HOST, PARLEY_PORT_9800_TCP and the like.
  const isServiceLink = /^PARLEY_(?:SERVICE_|PORT_)/.test(name);
  throw new ConfigError(
    `${place} sets ${name}, which Parley does not know. ${isServiceLink ? "Set enableServiceLinks: false for the pod, or rename the service." : hint}`,
  );
}

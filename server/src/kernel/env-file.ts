/**
 * `parley.env` in the data directory: settings that the server and the commands share, wherever they are started. It is there because
 * the directory is private to its owner already, as passwords in the file must be, and belongs to exactly one installation.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./config-values.ts";

export const envFile = (dataDirectory: string): string => join(dataDirectory, "parley.env");

/** Undefined if there is no such file. */
export function readEnvFile(path: string): ReadonlyMap<string, string> | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ConfigError(`${path} cannot be read: ${message}`);
  }
  return parseEnv(path, text);
}

/**
 * Lines like `NAME=value`, as systemd and Docker read them: nothing is expanded, and a `#` inside of a value belongs to it. A line
 * that is something else is refused: whoever wrote it believes that it has an effect. The errors do not repeat values.
 */
function parseEnv(path: string, text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line === "" || line.startsWith("#")) continue;
    const place = `${path}, line ${index + 1}`;
    const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new ConfigError(`${place}: write NAME=value, or # before a comment.`);
    if (values.has(name)) throw new ConfigError(`${place}: ${name} is set twice.`);
    values.set(name, unquoted(value, place));
  }
  return values;
}

function unquoted(value: string, place: string): string {
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  if (value.length < 2 || value.indexOf(quote, 1) !== value.length - 1)
    throw new ConfigError(`${place}: the value begins with a quote, so the same quote must end it and not be in it.`);
  return value.slice(1, -1);
}

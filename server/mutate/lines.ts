/** Files of one JSON value in each line. */
import { existsSync, readFileSync, truncateSync } from "node:fs";

/** Whoever is ended while it writes leaves half a line, which is cut off, so that the next is not added to it. */
export function readLines<T>(path: string): T[] {
  if (!existsSync(path)) return [];
  const whole = readFileSync(path);
  const end = whole.lastIndexOf("\n") + 1;
  if (end < whole.length) truncateSync(path, end);
  const lines = whole.toString("utf8", 0, end).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as T);
}

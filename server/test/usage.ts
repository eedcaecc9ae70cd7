/**
 * The processor time of a run, by test file: unlike durations, it hardly depends on what else the machine does, so two
 * runs can be compared. Each process writes what it and the processes that it started have used for a file. The first
 * file of a process also has the time to load what others use after it.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const HOW_MANY = 20;
/** What the kernel counts in, on every Linux. */
const TICKS_PER_SECOND = 100;

interface Usage {
  readonly file: string;
  readonly ownSeconds: number;
  readonly startedSeconds: number;
}

/** Returns how to write a line for what was used since the one before. */
export function recordUsage(path: string): (file: string) => void {
  let [own, started] = [0, 0];
  return (file) => {
    const [ownNow, startedNow] = [ownSeconds(), startedSeconds()];
    const usage: Usage = { file, ownSeconds: ownNow - own, startedSeconds: startedNow - started };
    appendFileSync(path, `${JSON.stringify(usage)}\n`);
    [own, started] = [ownNow, startedNow];
  };
}

/** What took most of the processor time, from the lines that the processes of a run wrote. */
export function mostUsed(path: string, root: string, postgresSeconds: number): string {
  // There is none if no process got as far as that.
  const all = (existsSync(path) ? readFileSync(path, "utf8") : "")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Usage)
    .sort((a, b) => secondsOf(b) - secondsOf(a));
  const [own, started] = [total(all, "ownSeconds"), total(all, "startedSeconds")];
  const lines = all.slice(0, HOW_MANY).map((usage) => {
    const name = usage.file.startsWith("file:") ? relative(root, fileURLToPath(usage.file)) : usage.file;
    return `${secondsOf(usage).toFixed(1).padStart(7)} s  ${name} (${usage.startedSeconds.toFixed(1)} s in processes that it starts)`;
  });
  // What is built, and the runner.
  const rest = Math.max(0, ownSeconds() + startedSeconds() - own - started - postgresSeconds);
  const seconds = [own, started, postgresSeconds, rest].map((each) => each.toFixed(0));
  return `\nProcessor time: ${seconds[0]} s in tests, ${seconds[1]} s in processes that they start, ${seconds[2]} s in PostgreSQL, ${seconds[3]} s in all else.\n${lines.join("\n")}\n`;
}

const secondsOf = ({ ownSeconds, startedSeconds }: Usage) => ownSeconds + startedSeconds;
const total = (all: readonly Usage[], key: "ownSeconds" | "startedSeconds") =>
  all.reduce((sum, usage) => sum + usage[key], 0);

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Of processes that have ended, and of those that these had started. Only Linux tells. */
export function startedSeconds(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

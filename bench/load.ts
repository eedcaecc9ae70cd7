/**
 * `npm run load` puts the same load on a new server with SQLite, `npm run load -- --engine postgres` on one with PostgreSQL,
 * `npm run load -- --people 100` on one with an organization of this size, and `npm run load -- --url http://… --logins FILE` on a
 * running one.
 */
import { parseArgs } from "node:util";
import { aboutDay } from "./generator/day.ts";
import { type LoadReport, measureLoad } from "./generator/measure.ts";
import { DEFAULT_PEOPLE, givenTarget, type LoadTarget, ownTarget } from "./generator/target.ts";

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const said = (value: number | undefined, unit = "") => (value === undefined ? "" : `${number.format(value)}${unit}`);

function table(report: LoadReport): string {
  const { figures, memory, bytesPerMessage } = report;
  const rows = figures.map(({ what, perSecond, median, p99, cpuMicros }) => [
    what.padEnd(30),
    said(perSecond, "/s").padStart(10),
    said(median, " ms").padStart(9),
    said(p99, " ms").padStart(9),
    said(cpuMicros, " µs").padStart(10),
  ]);
  const head = ["".padEnd(30), "rate".padStart(10), "median".padStart(9), "p99".padStart(9), "CPU each".padStart(10)];
  const lines = [head, ["---", "---:", "---:", "---:", "---:"], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const more = [
    `Memory: ${said(memory.idle, " MB") || "unknown"} idle, ${said(memory.connected, " MB") || "unknown"} with everyone connected, ${said(memory.after, " MB") || "unknown"} afterwards.`,
    ...(bytesPerMessage === undefined ? [] : [`Disk: ${said(bytesPerMessage, " bytes")} for a message, with the log.`]),
  ];
  return [...lines, "", ...more, ...aboutDay(report)].join("\n");
}

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    logins: { type: "string" },
    host: { type: "string" },
    pid: { type: "string" },
    engine: { type: "string", default: "sqlite" },
    people: { type: "string", default: String(DEFAULT_PEOPLE) },
    seconds: { type: "string", default: "5" },
  },
});

function target(): Promise<LoadTarget> {
  const { url, logins, host, pid, engine, people } = values;
  if (url !== undefined) {
    if (logins === undefined) throw new Error("--url needs --logins: a file with `email:key` in each line.");
    return givenTarget({ url, loginsFile: logins, hostName: host, pid: pid === undefined ? undefined : Number(pid) });
  }
  if (engine !== "sqlite" && engine !== "postgres") throw new Error("--engine is sqlite or postgres.");
  if (!/^\d+$/.test(people) || Number(people) < 10) throw new Error("--people is a whole number of at least 10.");
  return ownTarget(engine, Number(people));
}

const report = await measureLoad(await target(), { warmUpSeconds: 1, seconds: Number(values.seconds) });
process.stdout.write(`${table(report)}\n`);

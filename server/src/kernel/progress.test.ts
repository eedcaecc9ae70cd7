import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { ProgressMeter, type ProgressReport, progressInLog, progressInWords } from "./progress.ts";

/** A meter whose time the test sets, and what it has shown. */
function meter({ everyMs = 1000, showsBeginnings = false, signal }: Partial<MeterSettings> = {}) {
  const shown: string[] = [];
  const time = { ms: 0 };
  const output = {
    everyMs,
    showsBeginnings,
    show: (report: ProgressReport) => void shown.push(progressInWords(report)),
    end: () => void shown.push("end"),
  };
  const options = { now: () => time.ms, ...(signal && { signal }) };
  return { meter: new ProgressMeter(output, options), shown, time };
}

interface MeterSettings {
  everyMs: number;
  showsBeginnings: boolean;
  signal: AbortSignal;
}

test("progress is shown now and then, with the time left once that can be estimated", () => {
  const { meter: progress, shown, time } = meter();
  progress.begin("Writing rows", 10_000);
  for (const ms of [500, 1000, 1500, 2000, 3000, 10_000]) {
    time.ms = ms;
    progress.add(1000);
  }
  progress.end();
  assert.deepEqual(shown, [
    "Writing rows: 20 % (2,000 of 10,000)",
    "Writing rows: 40 % (4,000 of 10,000), 3 s left",
    "Writing rows: 50 % (5,000 of 10,000), 3 s left",
    "Writing rows: 60 % (6,000 of 10,000), 7 s left",
    "end",
  ]);
});

test("each stage begins at zero; what takes long to start is announced", () => {
  const { meter: progress, shown, time } = meter();
  progress.begin("Reading", 2);
  progress.begin("Migrating", 3, { isAnnounced: true });
  time.ms = 4000;
  progress.add(1);
  progress.begin("Checking");
  time.ms = 9000;
  progress.add(0);
  assert.deepEqual(shown, ["Migrating: 0 % (0 of 3)", "Migrating: 33 % (1 of 3), 8 s left", "Checking"]);
});

test("amounts and times are written for people", () => {
  const report = { stage: "Restoring", done: 3 * 1024 * 1024, total: 12 * 1024 * 1024, unit: "bytes" } as const;
  const words = (secondsLeft: number | undefined) => progressInWords({ ...report, secondsLeft });
  assert.equal(words(undefined), "Restoring: 25 % (3.0 of 12.0 MiB)");
  assert.equal(words(59), "Restoring: 25 % (3.0 of 12.0 MiB), 59 s left");
  assert.equal(words(131), "Restoring: 25 % (3.0 of 12.0 MiB), 2 min 11 s left");
  assert.equal(words(7500), "Restoring: 25 % (3.0 of 12.0 MiB), 2 h 5 min left");
  const endless = { stage: "Sending", done: 1500, total: undefined, unit: undefined, secondsLeft: undefined };
  assert.equal(progressInWords(endless), "Sending: 1,500");
  assert.equal(progressInWords({ ...endless, total: 0, done: 0 }), "Sending: 100 % (0 of 0)");
});

test("more than the estimated total is shown as all of it", () => {
  const { meter: progress, shown, time } = meter();
  progress.begin("Indexing", 10);
  time.ms = 5000;
  progress.add(15);
  assert.deepEqual(shown, ["Indexing: 100 % (10 of 10), 0 s left"]);
});

test("work that should stop learns it where it reports, unless it must finish", () => {
  const stopping = new AbortController();
  const { meter: progress } = meter({ signal: stopping.signal });
  progress.begin("Writing", 10);
  progress.add(1);
  stopping.abort(new Error("stop"));
  assert.throws(() => progress.add(0), /stop/);
  assert.throws(() => progress.begin("Reading"), /stop/);
  progress.begin("Finishing", 1, { mustFinish: true });
  progress.add(1);
});

test("a server's progress is in its log", () => {
  const lines: string[] = [];
  const progress = progressInLog(pino({}, { write: (line: string) => void lines.push(line) }));
  progress.begin("Migrating the database", 3, { isAnnounced: true });
  progress.add(1);
  const [{ stage, done, total, msg }] = lines.map((line) => JSON.parse(line)) as [Record<string, unknown>];
  assert.deepEqual(
    { stage, done, total, msg },
    { stage: "Migrating the database", done: 0, total: 3, msg: "Migrating the database: 0 % (0 of 3)" },
  );
  assert.equal(lines.length, 1);
});

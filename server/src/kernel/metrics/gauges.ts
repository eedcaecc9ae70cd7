/** What is read when somebody asks for the metrics: from memory, or with a few bounded queries that are shared for a while. */
import { statfs } from "node:fs/promises";
import type { Logger } from "pino";
import { Counter, Gauge, type Metric } from "prom-client";
import type { App } from "../context.ts";
import { sumOfSpace } from "../files/space.ts";
import { jobFigures, MOST_COUNTED } from "../jobs/figures.ts";
import { levelOf } from "../log.ts";
import { PRODUCT_VERSION } from "../version.ts";

/** Several programs may ask, and each more than once a minute. */
const QUERIED_EVERY_MS = 5000;
const SIZED_EVERY_MS = 60_000;

type Labels = Readonly<Record<string, string>>;
type SetValue = (value: number, labels?: Labels) => void;

interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** If it throws, the figure is left out. */
  read(set: SetValue): void | Promise<void>;
}

export function readMetrics(app: App): readonly Metric[] {
  const { database, queues, streams, hub, troubles, config, log } = app;
  const jobs = shared(app, QUERIED_EVERY_MS, () => jobFigures(database.reader, app.clock.now()));
  const sizes = shared(app, SIZED_EVERY_MS, () => database.sizes());
  const uploads = shared(app, SIZED_EVERY_MS, () => sumOfSpace(database.reader));
  const disk = shared(app, QUERIED_EVERY_MS, () => statfs(config.dataDirectory));
  const ofPools = (figure: "connections" | "busy" | "waiting" | "statements" | "waits" | "waitedMs", unit = 1) => ({
    labelNames: ["pool"],
    read(set: SetValue) {
      for (const { pool, ...figures } of database.figures()) set(figures[figure] / unit, { pool });
    },
  });
  return [
    gauge(log, {
      name: "parley_info",
      help: "1, with the version of Parley and the database engine.",
      labelNames: ["version", "engine"],
      read: (set) => set(1, { version: PRODUCT_VERSION, engine: database.engine }),
    }),
    gauge(log, {
      name: "parley_warnings",
      help: "Warnings in /health.",
      read: (set) => set(troubles.warnings.length),
    }),
    gauge(log, {
      name: "parley_event_queues",
      help: "Event queues in memory.",
      read: (set) => set(queues.count),
    }),
    gauge(log, {
      name: "parley_held_polls",
      help: "Polls waiting for an event.",
      read: (set) => set(queues.waiting),
    }),
    gauge(log, {
      name: "parley_event_streams",
      help: "Event queues read as a stream or through a WebSocket.",
      read: (set) => set(streams.count),
    }),
    gauge(log, {
      name: "parley_reading_threads",
      help: "Threads that read messages, because the event loop is busy.",
      read: (set) => set(app.readingThreads.count),
    }),
    counter(log, {
      name: "parley_reads_in_threads_total",
      help: "Requests answered by reading threads.",
      read: (set) => set(app.readingThreads.answered),
    }),
    counter(log, {
      name: "parley_events_shaped_total",
      help: "Times an event was rendered for one client profile.",
      read: (set) => set(hub.tally.shaped),
    }),
    counter(log, {
      name: "parley_events_delivered_total",
      help: "Events put into queues.",
      read: (set) => set(hub.tally.delivered),
    }),
    gauge(log, {
      name: "parley_jobs_waiting",
      help: `Jobs that are not done, including those for later, by kind; ${MOST_COUNTED} in all at most.`,
      labelNames: ["kind"],
      async read(set) {
        for (const [kind, count] of (await jobs()).waiting) set(count, { kind });
      },
    }),
    gauge(log, {
      name: "parley_jobs_failed",
      help: `Jobs that have failed for good, by kind; ${MOST_COUNTED} in all at most.`,
      labelNames: ["kind"],
      async read(set) {
        for (const [kind, count] of (await jobs()).failed) set(count, { kind });
      },
    }),
    gauge(log, {
      name: "parley_jobs_oldest_due_seconds",
      help: "How long the oldest job that is due has been waiting; 0 if none is.",
      read: async (set) => set((await jobs()).oldestDueMs / 1000),
    }),
    gauge(log, {
      name: "parley_database_connections",
      help: "Open database connections, by pool (reading, writing, delivering).",
      ...ofPools("connections"),
    }),
    gauge(log, {
      name: "parley_database_connections_busy",
      help: "Database connections in use, by pool.",
      ...ofPools("busy"),
    }),
    gauge(log, {
      name: "parley_database_waiting",
      help: "Requests for a database connection that are waiting, by pool.",
      ...ofPools("waiting"),
    }),
    counter(log, {
      name: "parley_database_statements_total",
      help: "Database statements, by pool.",
      ...ofPools("statements"),
    }),
    counter(log, {
      name: "parley_database_waits_total",
      help: "Times that a connection, or on SQLite the lock of another process, had to be waited for, by pool.",
      ...ofPools("waits"),
    }),
    counter(log, {
      name: "parley_database_wait_seconds_total",
      help: "How long was waited for it, by pool.",
      ...ofPools("waitedMs", 1000),
    }),
    counter(log, {
      name: "parley_database_commits_total",
      help: "Committed transactions; on SQLite, several changes share one.",
      read: (set) => set(database.commits),
    }),
    gauge(log, {
      name: "parley_database_bytes",
      help: "The size of the database, by part (data, and on SQLite log).",
      labelNames: ["part"],
      async read(set) {
        for (const [part, bytes] of Object.entries(await sizes())) set(bytes, { part });
      },
    }),
    gauge(log, {
      name: "parley_uploads_bytes",
      help: "The size of all uploaded files that count towards quotas.",
      read: async (set) => set(await uploads()),
    }),
    gauge(log, {
      name: "parley_backup_last_timestamp_seconds",
      help: "When the newest backup was made; nothing if there is none, or if the server makes none by itself.",
      read(set) {
        const { latest } = app.backups;
        if (latest) set(latest.madeAtMs / 1000);
      },
    }),
    gauge(log, {
      name: "parley_backup_bytes",
      help: "The size of the newest backup.",
      read(set) {
        const { latest } = app.backups;
        if (latest?.bytes !== undefined) set(latest.bytes);
      },
    }),
    gauge(log, {
      name: "parley_backup_log_lag_seconds",
      help: "How old the oldest change or uploaded file is that is not shipped; nothing if the log is not shipped.",
      read(set) {
        const { lagSeconds } = app.backups;
        if (lagSeconds !== undefined) set(lagSeconds);
      },
    }),
    gauge(log, {
      name: "parley_disk_free_bytes",
      help: "What Parley can still write to the disk with the data directory.",
      async read(set) {
        const { bavail, bsize } = await disk();
        set(bavail * bsize);
      },
    }),
    gauge(log, {
      name: "parley_disk_bytes",
      help: "The size of the disk with the data directory.",
      async read(set) {
        const { blocks, bsize } = await disk();
        set(blocks * bsize);
      },
    }),
  ];
}

/** One reading for everybody who asks within this time. */
function shared<T>({ clock }: App, everyMs: number, read: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (latest === undefined || now - readAt >= everyMs) {
      readAt = now;
      latest = read();
      latest.catch(() => {
        latest = undefined;
      });
    }
    return latest;
  };
}

const registers: [] = [];

export function gauge(log: Logger, { labelNames = [], read, ...about }: ReadMetric): Metric {
  return new Gauge({
    ...about,
    labelNames: [...labelNames],
    registers,
    async collect() {
      const values = await valuesOf(log, about.name, read);
      this.reset();
      // Without labels, a value of 0 would remain.
      if (labelNames.length === 0) this.remove();
      for (const { value, labels } of values) this.set(labels, value);
    },
  }) as Metric;
}

/** Counted elsewhere. */
function counter(log: Logger, { labelNames = [], read, ...about }: ReadMetric): Metric {
  return new Counter({
    ...about,
    labelNames: [...labelNames],
    registers,
    async collect() {
      const values = await valuesOf(log, about.name, read);
      this.reset();
      for (const { value, labels } of values) this.inc(labels, value);
    },
  }) as Metric;
}

interface ReadValue {
  readonly value: number;
  readonly labels: Labels;
}

/** All or none: while the database is unavailable, the other figures are needed most. */
async function valuesOf(log: Logger, figure: string, read: ReadMetric["read"]): Promise<readonly ReadValue[]> {
  const values: ReadValue[] = [];
  try {
    await read((value, labels = {}) => values.push({ value, labels }));
    return values;
  } catch (error) {
    log[levelOf(error)]({ err: error, figure }, "could not read a figure");
    return [];
  }
}

/** Puts the parts of a server together. The command line uses the same parts without the HTTP server. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { Identities } from "./access/identities.ts";
import type { AnyEvent } from "./api/index.ts";
import { subscribedChannelIds } from "./channels/store.ts";
import { type Clock, seconds, systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { App } from "./context.ts";
import { chapters, events } from "./contract.ts";
import type { Database } from "./db/handles.ts";
import { openPostgres } from "./db/postgres.ts";
import { openSqlite } from "./db/sqlite.ts";
import type { Ephemeral } from "./events/ephemeral.ts";
import { EventCatalogue } from "./events/frames.ts";
import { Hub } from "./events/hub.ts";
import { Queues } from "./events/queues.ts";
import { Streams } from "./events/streams.ts";
import { type Heard, listenOnPostgres, type Wakeups, watchSqlite } from "./events/wakeups.ts";
import { ExternalContent } from "./external-content/content.ts";
import { features } from "./features.ts";
import { Limits } from "./http/rate-limit.ts";
import { buildServer } from "./http/server.ts";
import type { JobRunner } from "./jobs/job-kind.ts";
import { Jobs } from "./jobs/jobs.ts";
import { openMailer } from "./mail/mailer.ts";
import type { NotificationChannel } from "./notifications/channel.ts";
import { Notifier } from "./notifications/notifier.ts";
import { OutgoingClient, type Resolve } from "./outgoing/client.ts";
import { openOutgoing } from "./outgoing/open.ts";
import { Pages } from "./page-previews/pages.ts";
import { serverContext } from "./realms/create.ts";
import { markupOf } from "./realms/markup.ts";
import { announceVersion } from "./realms/restart.ts";
import { Indexer } from "./search/indexer.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { checkSecrets } from "./secrets-check.ts";
import { openStorage } from "./storage/open.ts";

/** How often queues are tidied up; also how late their progress may be written down. */
const MAINTENANCE_MS = 60_000;

export interface AppOptions {
  clock?: Clock;
  log: Logger;
  checked?: boolean;
  secrets?: Secrets;
  /** What a test declares beside the features. */
  events?: readonly AnyEvent[];
  jobs?: readonly JobRunner[];
  /** How names are looked up that people have the server call. */
  resolve?: Resolve;
  notifications?: readonly NotificationChannel[];
}

export interface RunningApp extends App {
  /** Starts what works by itself: jobs, maintenance, listening to other processes. */
  startWork(): Promise<void>;
  buildServer(): FastifyInstance;
  setPort(port: number): void;
  stop(): Promise<void>;
}

export const databaseFile = (config: Config): string => join(config.dataDirectory, "parley.db");

export function openDatabase(config: Config): Database {
  if (config.databaseUrl) return openPostgres(config.databaseUrl);
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 });
  return openSqlite(databaseFile(config));
}

export async function openApp(config: Config, options: AppOptions): Promise<RunningApp> {
  const { clock = systemClock, log, checked = false, secrets = loadSecrets(config.dataDirectory) } = options;
  const database = openDatabase(config);
  try {
    await database.migrate();
    await checkSecrets(database, secrets);
  } catch (error) {
    // Connections left open would keep the process from ending.
    await database.close();
    throw error;
  }

  let port = config.port;
  const url = () => config.externalUrl ?? `http://localhost:${port}`;
  const catalogue = new EventCatalogue([...events, ...(options.events ?? [])], {
    check: checked,
    open: (sealed) => secrets.decrypt(sealed),
  });
  const hub = new Hub({
    database,
    clock,
    catalogue,
    presenceOf: async (db, userId) => {
      const user = await db.selectFrom("user").select("role").where("id", "=", userId).executeTakeFirstOrThrow();
      return { role: user.role, channels: await subscribedChannelIds(db, userId) };
    },
    onError: (error) => log.error({ err: error }, "an event could not be delivered"),
  });
  const queues = new Queues({ database, clock, hub, heartbeatSeconds: config.heartbeatSeconds });
  const streams = new Streams({
    database,
    clock,
    queues,
    onError: (error) => log.error({ err: error }, "a stream of events could not go on"),
  });
  const identities = new Identities(url, markupOf);
  const jobs = new Jobs({
    database,
    clock,
    log,
    runners: [...features.flatMap((feature) => feature.jobs ?? []), ...(options.jobs ?? [])],
    app: () => app,
    contextFor: async (db, realmId) => serverContext(app, await identities.realmById(db, realmId)),
  });

  const outgoing = openOutgoing(config, clock, url, options.resolve);
  const indexer = new Indexer({ database, clock, log });
  const notifier = new Notifier({
    database,
    clock,
    log,
    channels: [...features.flatMap((feature) => feature.notifications ?? []), ...(options.notifications ?? [])],
    app: () => app,
  });

  const heard: Heard = {
    grown: (realmId) => hub.look(realmId),
    unknown() {
      hub.lookEverywhere();
      jobs.wake();
    },
    queueGone: (queueId) => queues.forget(queueId),
    ephemeral(payload) {
      try {
        hub.announceEphemeral(JSON.parse(payload) as Ephemeral);
      } catch (error) {
        log.warn({ err: error }, "could not read what another node said");
      }
    },
  };
  const silent: Wakeups = { logGrew() {}, queueGone() {}, ephemeral() {}, async close() {} };
  let wakeups = silent;
  let stopMaintenance = () => {};
  let maintenance: Promise<void> | undefined;

  const app: RunningApp = {
    config,
    database,
    clock,
    log,
    secrets,
    identities,
    catalogue,
    hub,
    queues,
    streams,
    jobs,
    storage: openStorage(config),
    mailer: openMailer(config, log),
    outgoing,
    pages: new Pages({ clock, outgoing, log }),
    externalContent: new ExternalContent({
      clock,
      outgoing,
      log,
      maxRecordingBytes: config.maxUploadMib * 1024 * 1024,
    }),
    trustedOutgoing: new OutgoingClient({ guard: { permits: () => true }, clock }),
    limits: new Limits(config.rateLimits, clock),
    indexer,
    notifier,
    get wakeups() {
      return wakeups;
    },
    url,
    checked,
    startedAt: seconds(clock),
    setPort: (actual) => {
      port = actual;
    },
    async startWork() {
      wakeups = config.databaseUrl
        ? await listenOnPostgres(config.databaseUrl, clock, log, heard)
        : watchSqlite(database, clock, log, heard);
      await jobs.start();
      await announceVersion(app);
      // What an earlier process, or another release, has left undone.
      indexer.wake();
      await notifier.start();
      const maintain = () => {
        stopMaintenance = clock.after(MAINTENANCE_MS, maintain);
        maintenance = queues
          .maintain()
          .catch((error: unknown) => log.error({ err: error }, "queues could not be tidied up"));
      };
      stopMaintenance = clock.after(MAINTENANCE_MS, maintain);
    },
    buildServer: () =>
      buildServer(
        app,
        features.flatMap((feature) => feature.routes ?? []),
        chapters,
        features.flatMap((feature) => feature.files ?? []),
        {
          pages: features.flatMap((feature) => feature.pages ?? []),
          firstPages: features.flatMap((feature) => feature.firstPages ?? []),
        },
      ),
    async stop() {
      stopMaintenance();
      await maintenance;
      await streams.close();
      await queues.close();
      await notifier.close();
      const jobsClosed = jobs.close();
      app.outgoing.close();
      app.trustedOutgoing.close();
      await jobsClosed;
      app.mailer.close();
      await indexer.close();
      await wakeups.close();
      await hub.settled();
      await database.close();
    },
  };
  return app;
}

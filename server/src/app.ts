/** Assembles the parts of a server. The command line uses the same parts without the HTTP server. */
import { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { channelsForBots } from "./channels/bot-channels.ts";
import { descriptions } from "./channels/description.ts";
import { subscribedChannelIds } from "./channels/subscriptions/store.ts";
import { events } from "./contract.ts";
import type { MailListener } from "./delivery/incoming-email/listen.ts";
import type { MailDns } from "./delivery/incoming-email/senders/dns.ts";
import { MessageCauses, messageCauses } from "./delivery/notifications/causes.ts";
import { type NotificationChannel, notificationChannels } from "./delivery/notifications/channel.ts";
import { Notifier, notifier as notifying } from "./delivery/notifications/notifier.ts";
import { documentsInThread } from "./documents.ts";
import { translatedErrors } from "./error-texts/index.ts";
import { features } from "./features.ts";
import { Identities } from "./kernel/access/identities.ts";
import type { AnyEvent } from "./kernel/api/index.ts";
import { BackupState } from "./kernel/backups/state.ts";
import { type Clock, seconds, systemClock } from "./kernel/clock.ts";
import { ConcurrencyLimit } from "./kernel/concurrency-limit.ts";
import type { Config } from "./kernel/config.ts";
import type { App, Context } from "./kernel/context.ts";
import type { Ephemeral } from "./kernel/events/ephemeral.ts";
import { EventCatalogue } from "./kernel/events/frames.ts";
import { Hub } from "./kernel/events/hub.ts";
import { Queues } from "./kernel/events/queues.ts";
import { Streams } from "./kernel/events/streams.ts";
import { type Heard, NO_WAKEUPS, openWakeups } from "./kernel/events/wakeups.ts";
import { machineChecks } from "./kernel/health/checks.ts";
import { Health } from "./kernel/health/health.ts";
import { Troubles } from "./kernel/health/troubles.ts";
import { Limits } from "./kernel/http/rate-limit.ts";
import { buildServer } from "./kernel/http/server.ts";
import { errorTexts } from "./kernel/http/speaker.ts";
import { type InstallationOptions, openInstallation, openToRead } from "./kernel/installation.ts";
import type { JobRunner } from "./kernel/jobs/job-kind.ts";
import { Jobs } from "./kernel/jobs/jobs.ts";
import { levelOf } from "./kernel/log.ts";
import { LoopWatch } from "./kernel/loop-watch.ts";
import { openMailer } from "./kernel/mail/mailer.ts";
import { CountedMetrics } from "./kernel/metrics/counted.ts";
import { listenersOf } from "./kernel/moments.ts";
import { OutgoingClient } from "./kernel/outgoing/client.ts";
import { openOutgoing } from "./kernel/outgoing/open.ts";
import type { Resolve } from "./kernel/outgoing/resolve.ts";
import { unobserved } from "./kernel/progress.ts";
import type { ReadingThreadData } from "./kernel/reading/task.ts";
import { ReadingThreads } from "./kernel/reading/threads.ts";
import { serverContext } from "./kernel/server-context.ts";
import { ObservedStorage } from "./kernel/storage/observed.ts";
import { openServedStorage } from "./kernel/storage/open.ts";
import { renderFor } from "./messages/content.ts";
import { ExternalContent, externalContent } from "./messages/external-content/content.ts";
import { knownPages, Pages } from "./messages/page-previews/pages.ts";
import { sendingCheck } from "./messages/send/groups.ts";
import { describeRealm, toUser, visitorTo } from "./organization/realm.ts";
import { announceVersion } from "./organization/realms/restart.ts";
import { botChannels } from "./people/bots/channels.ts";
import { Providers, providers } from "./people/identity-providers/providers.ts";
import { updateSystemBots } from "./people/users/system-bots.ts";
import { RenderWorkers, renderers } from "./text/markdown/heavy/workers.ts";
import { pauses, RenderingPauses } from "./text/pauses.ts";
import { Indexer, indexer as indexing } from "./text/search/indexer.ts";

/**
 * The limit in tests: ten times the longest run of the event loop, in CPU time, so that a busy machine does not exceed
 * it.
 */
const LONGEST_TURN_UNDER_TEST_MS = 2000;
/** How often queues are cleaned up, and so how late their progress may be recorded. */
const MAINTENANCE_MS = 60_000;
/** The number of snapshots one account can read concurrently. */
const SNAPSHOTS_AT_A_TIME = 4;

/** More than the longest response takes. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

export interface AppOptions extends InstallationOptions {
  clock?: Clock;
  log: Logger;
  checked?: boolean;
  /** Additional events declared by a test. */
  events?: readonly AnyEvent[];
  jobs?: readonly JobRunner[];
  /** Resolves host names of URLs that people choose. */
  resolve?: Resolve;
  /** Asked about the senders of email that comes in. */
  mailDns?: MailDns;
  notifications?: readonly NotificationChannel[];
  /** In a thread that reads for another (`reading-thread.ts`). */
  isReader?: boolean;
}

export interface RunningApp extends App {
  readonly jobs: Jobs;
  readonly renderers: RenderWorkers;
  readonly indexer: Indexer;
  readonly notifier: Notifier;
  /** Undefined if no email comes in, or before the work has started. */
  readonly mailListener: MailListener | undefined;
  /** Starts background work: jobs, maintenance, listening to other processes. */
  startWork(): Promise<void>;
  buildServer(): FastifyInstance;
  setPort(port: number): void;
  stop(): Promise<void>;
}

export async function openApp(config: Config, options: AppOptions): Promise<RunningApp> {
  const { clock = systemClock, log, checked = false, isReader = false, progress = unobserved } = options;
  const { dataDirectory } = config;
  const troubles = new Troubles(log);
  const { database, secrets } = isReader
    ? await openToRead(config, troubles)
    : await openInstallation(config, options, troubles);

  const machine = machineChecks({ dataDirectory, secrets: options.secrets ? undefined : secrets });
  const checks = [...machine, sendingCheck(database, config.database)];
  const health = new Health({ database, clock, troubles, checks });
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
    onError: (error) => log[levelOf(error)]({ err: error }, "could not deliver an event"),
  });
  const queues = new Queues({
    database,
    clock,
    hub,
    heartbeatSeconds: config.heartbeatSeconds,
    limits: config.collectionLimits,
    onEnded: (queueId) => app.wakeups.queueGone(queueId),
  });
  const streams = new Streams({
    database,
    clock,
    queues,
    onError: (error) => log[levelOf(error)]({ err: error }, "an event stream failed"),
  });
  const identities = new Identities(url, { realm: describeRealm, user: toUser, visitor: visitorTo });
  const jobs = new Jobs({
    database,
    clock,
    log,
    runners: [...features.flatMap((feature) => feature.jobs ?? []), ...(options.jobs ?? [])],
    app: () => app,
    contextFor: async (realmId, tx) =>
      serverContext(
        app,
        await (tx ? identities.realmWithin(tx, realmId) : identities.realmById(database.reader, realmId)),
      ),
  });

  const outgoing = openOutgoing(config, clock, url, options.resolve);
  const trustedOutgoing = new OutgoingClient({ guard: { permits: () => true }, clock });
  const indexer = new Indexer({ database, clock, log, progress });
  const notifier = new Notifier({
    database,
    clock,
    log,
    app: () => app,
  });

  const rendering = new RenderWorkers({ log });
  const readingThreads = new ReadingThreads({
    most: isReader ? 0 : config.readingThreads,
    log,
    startThread() {
      const workerData = { config, url: url(), checked } satisfies ReadingThreadData;
      return new Worker(new URL("./reading-thread.ts", import.meta.url), { workerData, resourceLimits: THREAD_LIMITS });
    },
  });
  const parts = new Map<object, unknown>([
    [renderers, rendering],
    [pauses, new RenderingPauses()],
    [indexing, indexer],
    [notifying, notifier],
    [messageCauses, new MessageCauses()],
    [errorTexts, translatedErrors],
    [
      notificationChannels,
      [...features.flatMap((feature) => feature.notifications ?? []), ...(options.notifications ?? [])],
    ],
    [botChannels, channelsForBots],
    [descriptions, (ctx: Context, source: string) => renderFor(ctx, source, ctx.user, { withPreviews: false })],
    [knownPages, new Pages({ clock, outgoing, log })],
    [providers, new Providers({ clock, outgoing: trustedOutgoing })],
    [
      externalContent,
      new ExternalContent({ clock, outgoing, log, maxRecordingBytes: config.maxUploadMib * 1024 * 1024 }),
    ],
  ]);

  const metrics = new CountedMetrics();
  const backups = new BackupState(clock, troubles);
  const loop = new LoopWatch(
    ({ operation, ms, cpuMs }) => {
      log.warn({ operation, ms, cpu_ms: cpuMs }, "the event loop was blocked");
      metrics.blockages.observe({ operation }, ms / 1000);
    },
    checked
      ? {
          cpuMs: LONGEST_TURN_UNDER_TEST_MS,
          exceeded: ({ operation, ms }) =>
            log.error({ operation }, `${operation} held the event loop for ${Math.round(ms)} ms of processor time`),
        }
      : undefined,
  );
  const wakeupHandlers: Heard = {
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
        log.warn({ err: error }, "could not read a notification from another node");
      }
    },
  };
  let wakeups = NO_WAKEUPS;
  let mailListener: MailListener | undefined;
  let stopMaintenance = () => {};
  let isWorking = false;
  let maintenance: Promise<void> | undefined;

  const app: RunningApp = {
    config,
    database,
    readingThreads,
    clock,
    log,
    troubles,
    health,
    loop,
    metrics,
    backups,
    secrets,
    identities,
    catalogue,
    hub,
    queues,
    streams,
    jobs,
    storage: new ObservedStorage(openServedStorage(config), metrics, (key) => backups.fileStored(key)),
    mailer: openMailer(config),
    outgoing,
    trustedOutgoing,
    renderers: rendering,
    parts,
    listeners: listenersOf(features.flatMap((feature) => feature.when ?? [])),
    limits: new Limits(config.rateLimits, clock),
    snapshotReaders: new ConcurrencyLimit(SNAPSHOTS_AT_A_TIME),
    indexer,
    notifier,
    get mailListener() {
      return mailListener;
    },
    get wakeups() {
      return wakeups;
    },
    changed(realmId, entries) {
      wakeups.logGrew(realmId);
      // After a command, the server indexes what it finds when it starts.
      if (isWorking) indexer.wake();
      if (entries.some((entry) => entry.type === "message")) notifier.wake(realmId);
    },
    url,
    checked,
    startedAt: seconds(clock),
    setPort: (actual) => {
      port = actual;
    },
    async startWork() {
      isWorking = true;
      wakeups = await openWakeups({ config, database, clock, log, troubles }, wakeupHandlers);
      await jobs.start();
      await announceVersion(app);
      await updateSystemBots(app);
      // Work that an earlier process or release left unfinished.
      indexer.wake();
      await notifier.start();
      const maintain = () => {
        stopMaintenance = clock.after(MAINTENANCE_MS, maintain);
        maintenance = queues
          .maintain()
          .catch((error: unknown) => log[levelOf(error)]({ err: error }, "could not clean up event queues"));
      };
      stopMaintenance = clock.after(MAINTENANCE_MS, maintain);
      if (config.mailIn) {
        const { listenForMail } = await import("./delivery/incoming-email/listen.ts");
        mailListener = await listenForMail(app, config.mailIn, options.mailDns);
      }
      loop.start();
      readingThreads.watch();
      health.started();
    },
    buildServer: () =>
      buildServer(
        app,
        features.flatMap((feature) => feature.routes ?? []),
        documentsInThread,
        features.flatMap((feature) => feature.files ?? []),
        {
          pages: features.flatMap((feature) => feature.pages ?? []),
          firstPages: features.flatMap((feature) => feature.firstPages ?? []),
        },
        features.flatMap((feature) => feature.open ?? []),
      ),
    async stop() {
      await mailListener?.close();
      loop.stop();
      stopMaintenance();
      queues.endPruning();
      await maintenance;
      await streams.close();
      await queues.close();
      await notifier.close();
      const jobsClosed = jobs.close();
      app.outgoing.close();
      app.trustedOutgoing.close();
      await jobsClosed;
      app.mailer.close();
      await app.renderers.close();
      await readingThreads.close();
      await indexer.close();
      await wakeups.close();
      await hub.settled();
      await database.close();
    },
  };
  return app;
}

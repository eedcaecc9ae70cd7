/** Opens the database, starts the server, and stops it when it is asked to. */
import { networkInterfaces } from "node:os";
import { setFlagsFromString } from "node:v8";
import { openApp, type RunningApp } from "../../app.ts";
import { isFollowing } from "../../follow/record.ts";
import type { Config } from "../../kernel/config.ts";
import { leave } from "../../kernel/http/leave.ts";
import { createLog } from "../../kernel/log.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { progressInLog } from "../../kernel/progress.ts";
import { lockForServing } from "../../kernel/server-lock.ts";
import { PRODUCT_VERSION } from "../../kernel/version.ts";
import { offerSetup } from "../../set-up/key.ts";
import { BackupSchedule } from "../backup/kept/schedule.ts";
import { ExitCode, Refusal } from "../errors.ts";
import { reachInWords, reachOf } from "./addresses.ts";
import { startScreen } from "./screen.ts";

/** After a fatal fault: time to report failure to waiting requests. */
const LAST_ANSWERS_MS = 1000;
const PARENT_WATCH_MS = 500;

/** Loaded only if the settings say so. */
async function startShipping(app: RunningApp, config: Config): Promise<(() => Promise<void>) | undefined> {
  if (!config.backups?.shipsLog) return undefined;
  const shipping = await import("../backup/log/ship.ts");
  return shipping.startShipping(app, config);
}

/** Returns when the server is ready; it ends the process itself. `isNew`: an installation may start over here. */
export async function serve(config: Config, { isNew }: { isNew: boolean }): Promise<void> {
  limitMemory();
  const log = await createLog(config.logLevel);
  // On a terminal the start screen says it.
  if (!process.stdout.isTTY) log.info({ version: PRODUCT_VERSION, node: process.version }, `Parley ${PRODUCT_VERSION}`);
  // Whatever people wrote here would be in the way of what is copied.
  if (isFollowing(config.dataDirectory))
    throw new Refusal("The organization here follows another server. End that first: parley follow --end.");
  const lock = lockForServing(config);
  const onFatal = () => void setTimeout(() => process.exit(ExitCode.failure), LAST_ANSWERS_MS);
  const backups = new BackupSchedule(config);
  const app = await openApp(config, { log, isNew, onFatal, progress: progressInLog(log), jobs: backups.jobs });
  backups.show(app);
  // Before anybody writes, so that the time of every commit is known.
  const stopShipping = await startShipping(app, config);
  const server = app.buildServer();
  // On a terminal the first lines are for the person who starts it.
  if (process.stdout.isTTY) server.log.level = "warn";
  await server.listen({ host: config.host, port: config.port });
  server.log.level = config.logLevel;
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  app.setPort(port);
  // Stopping may be requested before everything has started.
  const begun = begin(app, log, port);

  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // Running work can only fail, so do not wait for it.
    if (!app.health.isAlive) process.exit(ExitCode.ok);
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: finishing current work`);
    try {
      await begun;
      const left = leave(server);
      // This ends streams and polls, so the server closes when its last request is done.
      await app.streams.close();
      await app.queues.close();
      await left;
      backups.stop();
      await stopShipping?.();
      await app.stop();
    } catch (error) {
      // Only progress remained to be recorded: a full disk must not keep the server from stopping.
      log.error({ err: error }, "the server could not finish everything");
    }
    lock.release();
    process.exit(ExitCode.ok);
  }
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  if (process.env.npm_lifecycle_event === "start") whenParentEnds(() => void stop("npm has ended"));
  await begun;
}

/** npm passes a signal to the shell that it runs the server with, and that ends without passing it on. */
function whenParentEnds(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, PARENT_WATCH_MS);
  watch.unref();
}

function limitMemory(): void {
  // The command that starts Node sets the semi-space size for this thread only: other threads have their own limits.
  setFlagsFromString("--max-semi-space-size=0");
  // Collect garbage when it takes almost half as much memory as live objects. By default V8 waits for four times as much,
  // without doing less work.
  setFlagsFromString("--heap-growing-percent=40");
}

async function begin(app: RunningApp, log: Awaited<ReturnType<typeof createLog>>, port: number): Promise<void> {
  await app.startWork();
  const { config } = app;
  const url = app.url();
  const reach = reachOf({ host: config.host, port, externalUrl: config.externalUrl }, networkInterfaces());
  const setupLink = await offerSetup(app);
  if (process.stdout.isTTY) {
    const { dataDirectory } = config;
    const facts = { version: PRODUCT_VERSION, url, setupLink, reach, dataDirectory, sendsMail: sendsMail(app) };
    process.stdout.write(startScreen(facts));
    return;
  }
  log.info({ url, engine: app.database.engine }, `Parley is ready at ${url}`);
  log.info(reachInWords(reach));
  if (reach.warning) log.warn(reach.warning);
  // A warning, so that it is always visible.
  if (setupLink) log.warn(`There is no organization yet. Set up Parley in a browser: ${setupLink}`);
}

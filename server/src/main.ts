/** Reads the configuration, opens the database, starts; nothing else. */
import { openApp } from "./app.ts";
import { report } from "./cli/errors.ts";
import { readConfig } from "./config.ts";
import { leave } from "./http/leave.ts";
import { createLog } from "./log.ts";
import { offerSetup } from "./set-up/key.ts";

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const app = await openApp(config, { log });
  const server = app.buildServer();
  await server.listen({ host: config.host, port: config.port });
  const address = server.server.address();
  if (typeof address === "object" && address) app.setPort(address.port);
  // Whoever is answered may want us to end before we have begun everything.
  const begun = begin(app, log);

  let stopping = false;
  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: finishing what is under way`);
    await begun;
    const left = leave(server);
    // Streams are ended and held polls answered: the server closes when its last request is done.
    await app.streams.close();
    await app.queues.close();
    await left;
    await app.stop();
    process.exit(0);
  }
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  await begun;
}

async function begin(app: Awaited<ReturnType<typeof openApp>>, log: ReturnType<typeof createLog>): Promise<void> {
  await app.startWork();
  log.info({ url: app.url(), engine: app.database.engine }, `Parley is ready at ${app.url()}`);
  const setupLink = await offerSetup(app);
  // A warning, so that it is seen wherever anything is.
  if (setupLink) log.warn(`There is no organization yet. Set Parley up in a browser: ${setupLink}`);
}

main().catch((error: unknown) => process.exit(report(error)));

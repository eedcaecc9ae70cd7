import { pino } from "pino";
import { openApp, type RunningApp } from "../app.ts";
import { readConfig } from "../config.ts";

/** Opens the installation for one command and closes it again. */
export async function withApp<T>(work: (app: RunningApp) => Promise<T>): Promise<T> {
  const app = await openApp(readConfig(process.env), { log: pino({ level: "silent" }) });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

export function print(value: object, asJson: boolean, text: string): void {
  process.stdout.write(asJson ? `${JSON.stringify(value)}\n` : `${text}\n`);
}

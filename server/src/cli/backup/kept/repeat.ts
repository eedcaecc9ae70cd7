/** `parley backup --every`: makes backups until it is stopped. */
import { setTimeout as sleep } from "node:timers/promises";
import type { BackupPlace } from "../../../kernel/backups/config.ts";
import { BackupStore } from "../../../kernel/backups/store.ts";
import { Refusal, report } from "../../errors.ts";
import { commandConfig } from "../../flags.ts";
import { Interrupted, showingProgress } from "../../progress/show.ts";
import { withApp } from "../../with-app.ts";
import { keepBackup, type MadeBackup } from "./keep.ts";
import { isDue } from "./schedule.ts";

const TRIED_AGAIN_MS = 300_000;

/** One backup, which is verified, and then the oldest ones are removed. */
export function keepOne(to: BackupPlace, keep: number): Promise<MadeBackup> {
  const store = new BackupStore(to, commandConfig().dataDirectory);
  return showingProgress((progress) => withApp((app) => keepBackup(app, store, keep, progress), progress));
}

/** What is due follows from the backups that are there. One that fails is said, and tried again. */
export async function keepRepeatedly(
  to: BackupPlace,
  { keep, everySeconds }: { keep: number; everySeconds: number },
  announce: (made: MadeBackup) => void,
): Promise<never> {
  const config = commandConfig();
  if (config.backups?.everySeconds !== undefined)
    throw new Refusal(
      "The server makes backups by itself (PARLEY_BACKUP_EVERY). Leave out --every to make another one.",
    );
  const [store, everyMs] = [new BackupStore(to, config.dataDirectory), everySeconds * 1000];
  for (;;) {
    try {
      const newestMs = (await store.backups())[0]?.madeAtMs ?? Number.NEGATIVE_INFINITY;
      if (isDue(newestMs, Date.now(), everyMs)) announce(await keepOne(to, keep));
      else await sleep(Math.min(newestMs + everyMs - Date.now(), TRIED_AGAIN_MS));
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      report(error);
      await sleep(Math.min(everyMs, TRIED_AGAIN_MS));
    }
  }
}

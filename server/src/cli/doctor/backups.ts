/** Checks the place where backups are kept: whether it can be used, and whether backups arrive there. */
import { randomUUID } from "node:crypto";
import { LATE_AFTER } from "../../kernel/backups/state.ts";
import { BackupStore } from "../../kernel/backups/store.ts";
import type { Config } from "../../kernel/config.ts";
import { messageOf } from "../../kernel/retried-work.ts";
import type { Check } from "./check.ts";

export const backupChecks: readonly Check<Config>[] = [
  {
    name: "backups can be kept",
    async problems({ backups, dataDirectory }, note) {
      if (!backups) {
        note("PARLEY_BACKUP_TO is not set: the server makes no backups by itself.");
        return [];
      }
      const store = new BackupStore(backups.to, dataDirectory);
      try {
        const problems = await unusablePlace(store);
        return problems.length > 0 ? problems : lateBackups(store, backups.everySeconds, note);
      } catch (error) {
        return [`${store.describe("")} cannot be used: ${messageOf(error)}`];
      }
    },
  },
];

/** Writes, reads and removes something, as backups are. */
async function unusablePlace(store: BackupStore): Promise<string[]> {
  const name = `doctor/${randomUUID()}`;
  await store.putBytes(name, Buffer.from(name));
  const found = await store.readBytes(name);
  await store.remove([name]);
  return found?.toString() === name ? [] : [`What was stored in ${store.describe("")} could not be read.`];
}

async function lateBackups(
  store: BackupStore,
  everySeconds: number | undefined,
  note: (sentence: string) => void,
): Promise<string[]> {
  if (everySeconds === undefined) return [];
  const [newest] = await store.backups();
  if (!newest) note("There is no backup yet. A running server makes the first one within some minutes.");
  const isLate = newest && Date.now() - newest.madeAtMs > LATE_AFTER * everySeconds * 1000;
  return isLate ? [`The last backup is from ${new Date(newest.madeAtMs).toISOString()}.`] : [];
}

/** Ships the write-ahead log of a server on SQLite, if its settings say so. */
import type { Config } from "../../../kernel/config.ts";
import type { App } from "../../../kernel/context.ts";

const A_DAY = 86_400;

/** A generation begins as often as a backup is made, and the log reaches back as far as backups do. */
export async function startShipping(
  { database, backups: state }: App,
  { backups, dataDirectory }: Config,
): Promise<void> {
  if (!backups?.shipsLog) return;
  const generationSeconds = backups.everySeconds ?? A_DAY;
  await database.shipLog?.({
    place: backups.to,
    dataDirectory,
    generationSeconds,
    keepSeconds: generationSeconds * backups.keep,
    onStatus: (status) => state.shipped(status),
  });
}

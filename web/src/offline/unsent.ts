/** Messages that were sent and that the server does not have, of all windows of the account. */
import { isUnsent, type Outbox, type OutboxEntry } from "@parley/client";
import { databaseOf } from "./account.ts";
import { answerOf } from "./database.ts";
import { drawersOf } from "./drawer.ts";

/** Also those that it has refused. */
const isOnlyHere = (entry: OutboxEntry): boolean => isUnsent(entry) || entry.state.name === "failed";

const AGAIN_AFTER_MS = 100;

/** Waits for those that are on their way. */
export async function unsentMessages(
  outbox: Outbox,
  { userId, withinMs }: { readonly userId: number; readonly withinMs: number },
): Promise<readonly OutboxEntry[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await entriesOf(outbox, userId);
    if (!found.some(isUnsent) || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

async function entriesOf(outbox: Outbox, userId: number): Promise<readonly OutboxEntry[]> {
  await outbox.saved;
  const all = [...outbox.entries, ...(await storedEntries(userId).catch(() => []))];
  return [...new Map(all.map((entry) => [entry.local_id, entry])).values()].filter(isOnlyHere);
}

async function storedEntries(userId: number): Promise<readonly OutboxEntry[]> {
  const database = await databaseOf(userId);
  if (!database) return [];
  try {
    const drawers = database.transaction("kept").objectStore("kept").getAll(drawersOf("outbox"));
    return ((await answerOf(drawers)) as readonly OutboxEntry[][]).flat();
  } finally {
    // An open one could not be deleted.
    database.close();
  }
}

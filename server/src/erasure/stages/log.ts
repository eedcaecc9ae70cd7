/**
 * Prunes the events that contain the person: all up to the end of the log when the stage begins, which is `after`. Clients
 * that are connected have soon received them; the queues of others end, and their clients register again.
 */
import type { Writing } from "../../kernel/context.ts";
import { currentPosition } from "../../kernel/events/log.ts";
import { endQueuesBehind, prunedUpto } from "../../kernel/events/queue-store.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

/** Longer than the log keeps events for registrations in progress. */
const CLIENTS_GET_SECONDS = 300;
const LOOK_AGAIN_SECONDS = 60;

export async function pruneEvents({ db, realm }: Writing, { after }: Erasure): Promise<NextBatch | undefined> {
  if (after === 0) return { after: await currentPosition(db, realm.id), waitSeconds: CLIENTS_GET_SECONDS };
  if ((await prunedUpto(db, realm.id)) >= after) return undefined;
  await endQueuesBehind(db, realm.id, after);
  // The log is pruned every minute, behind the slowest queue.
  return { after, waitSeconds: LOOK_AGAIN_SECONDS };
}

/** What a shipper of the log is told, and what it says. */
import type { BackupPlace } from "../../backups/config.ts";

export interface ShippingOptions {
  readonly place: BackupPlace;
  readonly dataDirectory: string;
  readonly databaseFile: string;
  /** How often a new generation begins, and how long generations are kept. */
  readonly generationSeconds: number;
  readonly keepSeconds: number;
  /** From how many pages on the log is copied into the database. */
  readonly worthwhilePages: number;
  /** How long the log may become because it cannot be shipped: beyond that, shipping begins anew. */
  readonly mostPages: number;
  /** Everything before this time is shipped, or was never to be. */
  readonly shippedUntilMs: number;
  /** How long closing waits for the last segment; some seconds by default. */
  readonly closeMs?: number;
}

/** What is known of shipping, for `/health` and the metrics. */
export interface ShippingStatus {
  /** Everything that was committed before this time is shipped. */
  readonly shippedUntilMs: number;
  readonly failure: string | undefined;
  /** Whether the log became too long and is no longer kept: until a new generation begins, no second can be restored. */
  readonly isGivenUp?: boolean | undefined;
  /** Why old parts of the log could not be removed. */
  readonly removalFailure?: string | undefined;
  /** Why what killed processes have left in the place could not be removed. */
  readonly abandonedFailure?: string | undefined;
}

import type { UserId } from "../kernel/api/ids.ts";
import { jobKind } from "../kernel/jobs/job-kind.ts";
import type { ErasedMessages } from "../organization/settings/realm-settings.ts";

/** In this order; later ones find what earlier ones left. */
export const STAGES = [
  "running_import",
  "messages",
  "reactions",
  "submessages",
  "files",
  "imports",
  "rows",
  "mentions",
  "texts",
  "exports",
  "search",
  "log",
] as const;
export type Stage = (typeof STAGES)[number];

export const FIRST_STAGE: Stage = STAGES[0];

export interface Erasure {
  /** The person first, then their bots. */
  readonly user_ids: readonly UserId[];
  readonly messages: ErasedMessages;
  readonly stage: Stage;
  /** How far the stage is; its own kind of number. */
  readonly after: number;
}

/** Where a stage goes on, and when; undefined when nothing is left for it. */
export interface NextBatch {
  readonly after: number;
  readonly waitSeconds?: number;
}

/** Both contain ids only: the table of jobs is in every backup. */
export const eraseTraces = jobKind<Erasure>("erase_traces");
export const finishErasure = jobKind<{ user_id: UserId }>("finish_erasure");

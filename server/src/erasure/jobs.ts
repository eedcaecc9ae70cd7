/**
 * Removes what is left of an erased person, in batches: each is a job of its own, whose transaction queues the next one.
 * A process that dies in between loses nothing, because a batch and the note of how far it came commit together.
 */
import { record } from "../kernel/audit/record.ts";
import type { OpenContext, Writing } from "../kernel/context.ts";
import { enqueue } from "../kernel/jobs/job-kind.ts";
import { type Erasure, eraseTraces, finishErasure, type NextBatch, STAGES, type Stage } from "./job-kind.ts";
import { forgetExports } from "./stages/exports.ts";
import { removeFilesOf } from "./stages/files.ts";
import { forgetImportedIds, waitForImport } from "./stages/imports.ts";
import { pruneEvents } from "./stages/log.ts";
import { findMentions, rewriteMentions } from "./stages/mentions.ts";
import { treatMessages } from "./stages/messages.ts";
import { removeReactions } from "./stages/reactions.ts";
import { deleteRows } from "./stages/rows.ts";
import { forgetWords } from "./stages/search.ts";
import { removeSubmessages } from "./stages/submessages.ts";
import { rewriteTexts } from "./stages/texts.ts";

type RunStage = (ctx: Writing, erasure: Erasure) => Promise<NextBatch | undefined>;

const RUN: { readonly [S in Exclude<Stage, "mentions">]: RunStage } = {
  running_import: waitForImport,
  messages: treatMessages,
  reactions: removeReactions,
  submessages: removeSubmessages,
  files: removeFilesOf,
  imports: forgetImportedIds,
  rows: deleteRows,
  texts: rewriteTexts,
  exports: forgetExports,
  search: forgetWords,
  log: pruneEvents,
};

/**
 * With the pauses between them some hours: a backup or a long read may keep the database's log in use, and an erasure that
 * was given up would leave the person half erased.
 */
const ATTEMPTS = 100;

/** What the stage does in the organization's turn. Mentions are searched for before it, in all messages: nobody waits for that. */
async function batchOf(ctx: OpenContext, erasure: Erasure): Promise<(writing: Writing) => ReturnType<RunStage>> {
  const { stage } = erasure;
  if (stage !== "mentions") return (writing) => RUN[stage](writing, erasure);
  const found = await findMentions(ctx, erasure);
  return (writing) => rewriteMentions(writing, erasure, found);
}

async function goOn(ctx: Writing, erasure: Erasure, next: NextBatch | undefined): Promise<void> {
  const stage = next ? erasure.stage : STAGES[STAGES.indexOf(erasure.stage) + 1];
  const [user_id] = erasure.user_ids;
  if (stage === undefined && user_id !== undefined) return enqueue(ctx, finishErasure({ user_id }));
  if (stage === undefined) return;
  const runAtMs = ctx.app.clock.now() + (next?.waitSeconds ?? 0) * 1000;
  enqueue(ctx, eraseTraces({ ...erasure, stage, after: next?.after ?? 0 }), { runAtMs });
}

export const erasureJobs = [
  eraseTraces.outside(async (ctx, erasure, attempt) => {
    const run = await batchOf(ctx, erasure);
    await attempt.finish(async (writing) => goOn(writing, erasure, await run(writing)));
  }, ATTEMPTS),

  finishErasure.outside(async ({ app }, { user_id }, attempt) => {
    await app.database.emptyLog();
    await attempt.finish(async (ctx) => record(ctx, "user_erased", { user: user_id }));
  }, ATTEMPTS),
];

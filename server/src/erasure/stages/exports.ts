/** Deletes the files of finished exports of the organization, which contain the person. */

import { forgetFinishedExports } from "../../exports/actions.ts";
import type { Writing } from "../../kernel/context.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const WHILE_EXPORTING_SECONDS = 60;

/** An export that is being written read the person before they were erased: its file is deleted as well. */
export async function forgetExports(ctx: Writing, { after }: Erasure): Promise<NextBatch | undefined> {
  const isPending = await forgetFinishedExports(ctx);
  return isPending ? { after, waitSeconds: WHILE_EXPORTING_SECONDS } : undefined;
}

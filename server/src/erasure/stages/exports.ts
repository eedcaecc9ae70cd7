/** Deletes the files of finished exports that contain the person: the organization's, and those of people they wrote with. */

import { forgetFinishedExports } from "../../exports/actions.ts";
import { forgetOwnExportsWith } from "../../exports/own/actions.ts";
import type { Writing } from "../../kernel/context.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const WHILE_EXPORTING_SECONDS = 60;

/** An export that is being written read the person before they were erased: its file is deleted as well. */
export async function forgetExports(ctx: Writing, { user_ids, after }: Erasure): Promise<NextBatch | undefined> {
  const isPending = await forgetFinishedExports(ctx);
  const isOwnPending = await forgetOwnExportsWith(ctx, user_ids);
  return isPending || isOwnPending ? { after, waitSeconds: WHILE_EXPORTING_SECONDS } : undefined;
}

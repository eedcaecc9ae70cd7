/** Uploaded files, where the messages are removed. Those that a legal hold keeps stay. */
import type { Expression, SqlBool } from "kysely";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { removeFiles } from "../../kernel/files/jobs.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { heldFiles } from "../../messages/legal-holds/store.ts";
import { takeSpace } from "../../messages/uploads/store.ts";
import { keysOf } from "../../messages/uploads/thumbnails.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const AT_ONCE = 100;

export async function removeFilesOf(ctx: Writing, { user_ids, messages }: Erasure): Promise<NextBatch | undefined> {
  if (messages !== "removed") return undefined;
  const { db, realm } = ctx;
  const held = await heldFiles(db, realm.id);
  const removed = await db
    .deleteFrom("attachment")
    .where("id", "in", (theirs) =>
      theirs
        .selectFrom("attachment")
        .select("id")
        .where(isAnyOf(db, "owner_id", user_ids))
        .$if(held !== undefined, (all) => all.where((eb) => eb.not(held as Expression<SqlBool>)))
        .orderBy("id")
        .limit(AT_ONCE),
    )
    .returning(["path_id", "size"])
    .execute();
  if (removed.length === 0) return undefined;
  await takeSpace(db, realm.id, -removed.reduce((sum, file) => sum + file.size, 0));
  enqueue(ctx, removeFiles({ keys: removed.flatMap((file) => keysOf(file.path_id)) }));
  return removed.length === AT_ONCE ? { after: 0 } : undefined;
}

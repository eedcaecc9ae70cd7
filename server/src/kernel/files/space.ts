import type { Db } from "../db/handles.ts";

/** What the files of all organizations take; there is one row for each. */
export async function sumOfSpace(db: Db): Promise<number> {
  const row = await db
    .selectFrom("upload_space")
    .select(({ fn }) => fn.sum<number>("used_bytes").as("bytes"))
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

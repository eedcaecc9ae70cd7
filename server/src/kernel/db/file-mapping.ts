import { sql } from "kysely";
import type { Database } from "./handles.ts";

/**
 * SQLite maps up to 256 MiB of the file into memory, for each connection. Readers gain by it; a command that writes all the time
 * does not, and would count as needing that much.
 */
export async function unmapFile(database: Database): Promise<void> {
  if (database.engine !== "sqlite") return;
  const unmap = sql`pragma mmap_size = 0`;
  await unmap.execute(database.reader);
  await database.transaction((tx) => unmap.execute(tx));
}

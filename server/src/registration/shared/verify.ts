import assert from "node:assert/strict";
import { textOf } from "../../kernel/http/shared-text.ts";
import type { SharedFields } from "./fields.ts";

/** Under test: what is shared is what would be read anew. */
export function verifyShared(name: string, shared: SharedFields, fresh: object): void {
  const [kept, anew] = [`{${textOf(shared.all).slice(1)}}`, JSON.stringify(fresh)];
  // Texts are nearly always equal, and to compare them takes less time than to parse them.
  if (kept !== anew) assert.deepEqual(JSON.parse(kept), JSON.parse(anew), `${name} is shared and out of date`);
}

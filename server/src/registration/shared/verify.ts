import assert from "node:assert/strict";
import { textOf } from "../../kernel/http/shared-text.ts";
import type { SharedFields } from "./fields.ts";

/** Under test: what is shared is what would be read anew. */
export function verifyShared(name: string, shared: SharedFields, fresh: object): void {
  const text = textOf(shared.all);
  const kept: unknown = text === "" ? {} : JSON.parse(`{${text.slice(1)}}`);
  assert.deepEqual(kept, JSON.parse(JSON.stringify(fresh)), `${name} is shared and out of date`);
}

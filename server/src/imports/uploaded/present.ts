import type { ShapeOf } from "../../kernel/api/index.ts";
import { type LeftOut, Tally, type TallyState } from "../tally.ts";
import type { importFields } from "./contract.ts";
import type { ImportRow } from "./store.ts";

export const IMPORTS_PREFIX = "imports/";

export const storageKey = ({ path }: Pick<ImportRow, "path">): string => `${IMPORTS_PREFIX}${path}`;

export function presentImport(row: ImportRow): ShapeOf<typeof importFields> {
  const { id, acting_user_id, file_name, size, source, state, problem, stage, done, seconds_left } = row;
  const { uploaded_at, started_at, ended_at } = row;
  // Only messages are counted in advance.
  const total = state === "running" && stage !== "messages" ? null : row.total;
  return {
    ...{ id, acting_user_id, file_name, size, source, state, problem, stage, done, total, seconds_left },
    ...{ uploaded_at, started_at, ended_at },
  };
}

/** What was found before the messages and between them is one list to readers. */
export function presentTally(stored: ImportRow["plan"]) {
  if (stored === null) return null;
  // Earlier versions counted less.
  const { taken, left_out } = new Tally(stored as unknown as TallyState).state;
  return { taken, left_out: left_out.map(presentLeftOut) };
}

const presentLeftOut = ({ what, reason, count, examples }: LeftOut) => ({
  what,
  reason,
  count,
  examples: [...examples],
});

/** Cancelled edits, kept for an hour. */

interface KeptEdit {
  readonly text: string;
  /** In milliseconds. */
  readonly at: number;
}

/** By message. */
export type Kept = Readonly<Record<string, KeptEdit>>;

const KEPT_MS = 3_600_000;

const fresh = (kept: Kept, now: number): Kept =>
  Object.fromEntries(Object.entries(kept).filter(([, { at }]) => now - at < KEPT_MS));

export const withKept = (kept: Kept, messageId: number, edit: KeptEdit): Kept => ({
  ...fresh(kept, edit.at),
  [messageId]: edit,
});

export function withoutKept(kept: Kept, messageId: number, now: number): Kept {
  const { [messageId]: _, ...others } = fresh(kept, now);
  return others;
}

export const keptTextOf = (kept: Kept, messageId: number, now: number): string | undefined =>
  fresh(kept, now)[messageId]?.text;

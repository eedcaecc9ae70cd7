/** Cancelled edits, kept for an hour. */

interface KeptEdit {
  readonly text: string;
  /** In milliseconds. */
  readonly at: number;
}

/** By message. */
export type KeptEdits = Readonly<Record<string, KeptEdit>>;

const KEPT_MS = 3_600_000;

/** Without those that are too old. */
export const fresh = (kept: KeptEdits, now: number): KeptEdits =>
  Object.fromEntries(Object.entries(kept).filter(([, { at }]) => now - at < KEPT_MS));

export const withKept = (kept: KeptEdits, messageId: number, edit: KeptEdit): KeptEdits => ({
  ...fresh(kept, edit.at),
  [messageId]: edit,
});

export function withoutKept(kept: KeptEdits, messageId: number, now: number): KeptEdits {
  const { [messageId]: _, ...others } = fresh(kept, now);
  return others;
}

export const keptTextOf = (kept: KeptEdits, messageId: number, now: number): string | undefined =>
  fresh(kept, now)[messageId]?.text;

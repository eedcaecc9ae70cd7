/** A mention or link is only recognized after a space: after Chinese punctuation, one that is hardly visible. */
export const GAP = "\u200a";

/** A list of formatted names. */
export const listed = (names: readonly string[]): string => names.join(`、${GAP}`);

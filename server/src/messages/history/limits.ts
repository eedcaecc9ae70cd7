/** Limits for edit histories: how much is kept, and how much is included unasked. */

/** Edits and moves that a message keeps; of older ones those without text are deleted. */
export const MOST_ENTRIES = 1000;
/** Edits whose earlier text is kept; of older ones only who and when. */
export const MOST_TEXTS = 200;
/** Bytes of earlier text that a message keeps, Markdown and HTML together. */
export const MOST_BYTES = 1024 * 1024;

/** Lists include earlier text only below this size. */
export const BYTES_IN_LISTS = 32 * 1024;
/** The maximum in one list. Messages beyond it, from the newest on, only say when they were edited and moved. */
export const ENTRIES_PER_LIST = 10_000;
export const BYTES_PER_LIST = 4 * 1024 * 1024;

/** For moves without text changes, `/history` repeats the text up to this many characters in total. */
export const REPEATED_IN_HISTORY = 1024 * 1024;

/** How much of what a message was is kept, and how much of it goes where nobody asked for it. */

/** Edits and moves that a message keeps; of older ones nothing is left. */
export const MOST_ENTRIES = 1000;
/** Edits whose earlier text is kept; of older ones who and when. */
export const MOST_TEXTS = 200;
/** Bytes of earlier text that a message keeps: Markdown and HTML together. */
export const MOST_BYTES = 1024 * 1024;

/** Lists carry the earlier text of a message only while there is less than this. */
export const BYTES_IN_LISTS = 32 * 1024;
/** What one list carries in all. The messages beyond it, from the newest on, say when they were edited and moved. */
export const ENTRIES_PER_LIST = 10_000;
export const BYTES_PER_LIST = 4 * 1024 * 1024;

/** Where a move changes nothing of the text, `/history` repeats the text up to so many characters in all. */
export const REPEATED_IN_HISTORY = 1024 * 1024;

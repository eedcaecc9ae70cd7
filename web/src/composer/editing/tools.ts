/** The composer's toolbar: each tool changes the text and its selection. */
import { type Edited, inserted, selected } from "./edited.ts";
import { toggleFence } from "./fences.ts";
import { toggleLines } from "./lines.ts";
import { insertLink } from "./links.ts";
import { toggleMark } from "./marks.ts";
import { insertTable } from "./tables.ts";

const isBlock = (edited: Edited) => selected(edited).includes("\n");

export const TOOLS = {
  bold: (edited: Edited) => toggleMark(edited, "**"),
  italic: (edited: Edited) => toggleMark(edited, "*"),
  strikethrough: (edited: Edited) => toggleMark(edited, "~~"),
  link: (edited: Edited) => insertLink(edited),
  bulletList: (edited: Edited) => toggleLines(edited, "bullets"),
  numberedList: (edited: Edited) => toggleLines(edited, "numbers"),
  heading: (edited: Edited) => toggleLines(edited, "heading"),
  /** Inline for a few words, a block for several lines. */
  code: (edited: Edited) => (isBlock(edited) ? toggleFence(edited, "code") : toggleMark(edited, "`")),
  math: (edited: Edited) => (isBlock(edited) ? toggleFence(edited, "math") : toggleMark(edited, "$$")),
  quote: (edited: Edited) => toggleFence(edited, "quote"),
  spoiler: (edited: Edited) => toggleFence(edited, "spoiler"),
  table: (edited: Edited) => insertTable(edited),
} as const satisfies Record<string, (edited: Edited) => Edited>;

export type Tool = keyof typeof TOOLS;

/** A time that each reader sees in their own time zone. */
export const insertTime = (edited: Edited, moment: string): Edited => inserted(edited, `<time:${moment}> `);

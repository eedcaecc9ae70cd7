/** Tables: an empty one, or one made from tab-separated lines. */
import { type Edited, selected, wholeLines } from "./edited.ts";

const EMPTY: readonly (readonly string[])[] = [
  ["", ""],
  ["", ""],
];

export function tableOf(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cellText(cells[at] ?? "")).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array(width).fill("---")), ...body.map(line)].join("\n");
}

const cellText = (text: string) => text.replaceAll(/\s+/g, " ").trim().replaceAll("|", "&#124;");

export function insertTable(edited: Edited): Edited {
  const piece = selected(edited);
  if (piece.includes("\t")) {
    const whole = wholeLines(edited);
    const rows = selected(whole)
      .split("\n")
      .map((line) => line.split("\t"));
    return placed(whole, tableOf(rows), undefined);
  }
  // The caret goes into the first cell.
  return placed({ ...edited, start: edited.end }, tableOf(EMPTY), 2);
}

/** Puts the table on its own lines. */
function placed({ text, start, end }: Edited, table: string, caret: number | undefined): Edited {
  const before = text.slice(0, start);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = text.slice(end);
  const changed = before + gap + table + (after === "" || after.startsWith("\n") ? "" : "\n") + after;
  const at = before.length + gap.length + (caret ?? table.length);
  return { text: changed, start: at, end: at };
}

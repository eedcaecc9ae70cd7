/** Wide tables scroll in their own box, and numeric columns align at the end. */
import { t } from "../../text/text.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { node } from "../nodes.ts";
import { isNumberText } from "./number-text.ts";

export const enhanceTables: Enhancement = (body) => {
  const changes = new MarkupChanges();
  for (const table of body.querySelectorAll<HTMLTableElement>("table:not(.tbl)")) {
    changes.addClass(table, "tbl");
    alignNumbers(changes, table);
    const box = node("div", "tbl-box");
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", t("markup.table"));
    changes.wrap(table, box);
  }
  return changes.undo;
};

function alignNumbers(changes: MarkupChanges, table: HTMLTableElement): void {
  const [head, ...rows] = table.rows;
  for (const [column, title] of [...(head?.cells ?? [])].entries()) {
    const cells = rows.map((row) => row.cells[column]).filter((cell) => cell !== undefined);
    const filled = cells.filter((cell) => cell.textContent?.trim() !== "");
    if (filled.length === 0 || !filled.every((cell) => isNumberText(cell.textContent ?? ""))) continue;
    for (const cell of [title, ...cells]) if (cell.style.textAlign === "") changes.addClass(cell, "number");
  }
}

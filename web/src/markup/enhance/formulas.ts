/** Formulas are read out and copied as their source; the stylesheet is loaded with the first one. */
import { type Enhancement, MarkupChanges } from "../changes.ts";

let style: Promise<unknown> | undefined;

/** KaTeX's stylesheet and fonts, from our own server. */
function loadStyle(): Promise<unknown> {
  style ??= import("katex/dist/katex.min.css").catch(() => {
    style = undefined;
  });
  return style;
}

export const enhanceFormulas: Enhancement = (body) => {
  const changes = new MarkupChanges();
  const formulas = body.querySelectorAll<HTMLElement>(".katex");
  if (formulas.length === 0) return changes.undo;
  void loadStyle();
  for (const formula of formulas) {
    const math = formula.querySelector("math");
    const source = sourceOfFormula(formula);
    if (math && source !== undefined) changes.setAttribute(math, "alttext", source);
  }
  changes.listen(body, "copy", copySources);
  return changes.undo;
};

const sourceOfFormula = (formula: Element): string | undefined =>
  formula.querySelector("annotation")?.textContent ?? undefined;

/** The browser would copy a formula twice: as drawn and as read out. */
function copySources(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const copied = document.createElement("div");
  for (let index = 0; index < selection.rangeCount; index++) copied.append(selection.getRangeAt(index).cloneContents());
  const formulas = copied.querySelectorAll(".katex");
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.replaceWith(`$$${sourceOfFormula(formula) ?? formula.textContent}$$`);
  event.clipboardData.setData("text/plain", textAsDrawn(copied));
  event.preventDefault();
}

/** Only elements in the document have line breaks; it is inserted just long enough to read it. */
function textAsDrawn(element: HTMLElement): string {
  element.className = "off-screen";
  document.body.append(element);
  const text = element.innerText;
  element.remove();
  return text;
}

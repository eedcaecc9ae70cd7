/**
 * Converts pasted rich text to Markdown; Ctrl+Z restores the plain text, and Ctrl+Shift+V pastes plain text directly.
 */
import type { ClipboardEvent } from "react";
import { parseInert } from "../markup/policy.ts";
import { type Edited, inserted } from "./editing/edited.ts";
import { markdownOf } from "./editing/rich-paste.ts";

export function pastedMarkdown(event: ClipboardEvent, edited: Edited, apply: (edited: Edited) => void): void {
  const { clipboardData } = event;
  const rich = clipboardData.getData("text/html");
  const plain = clipboardData.getData("text/plain");
  if (rich === "") return;
  const markdown = markdownOf(parseInert(rich));
  if (markdown === undefined || markdown === plain) return;
  event.preventDefault();
  // Two steps, so that undoing the second leaves the first.
  const pasted = inserted(edited, plain);
  apply(pasted);
  apply(inserted({ text: pasted.text, start: edited.start, end: pasted.end }, markdown));
}

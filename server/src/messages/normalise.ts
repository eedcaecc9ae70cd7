/** Normalizes user input for storage. Text is never truncated: what is too long is rejected. */

import { MAX_MESSAGE_LENGTH } from "../kernel/api/limits.ts";
import { checkLength } from "../kernel/names/printable.ts";
import { MessageEmpty, MessageHasNullBytes } from "./contract.ts";

/** Leading spaces stay, because four of them begin a code block. */
export function normaliseContent(sent: string): string {
  const content = sent.trimEnd().replace(/^\n+/, "");
  if (content === "") throw new MessageEmpty();
  if (content.includes("\0")) throw new MessageHasNullBytes();
  checkLength("content", content, MAX_MESSAGE_LENGTH);
  return content;
}

/** A message as one line; computed once per text. */
import type { Message } from "@parley/client";
import { plainText } from "../../markup/plain-text.ts";

const LONGEST = 200;
const known = new WeakMap<Message, string>();

export function previewOf(message: Message): string {
  const text = known.get(message) ?? textOf(message).slice(0, LONGEST);
  known.set(message, text);
  return text;
}

/** Of a poll or a to-do list, its first line without the command. */
function textOf({ content, submessages }: Message): string {
  if (submessages.length === 0) return plainText(content);
  const [title = ""] = content.split(/<br\s*\/?>/, 1);
  return plainText(title).replace(/^\/\w+\s*/, "");
}

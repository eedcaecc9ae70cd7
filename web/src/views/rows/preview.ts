/** A message as one line; computed once per text. */
import type { Message } from "@parley/client";
import { plainText } from "../../markup/plain-text.ts";

const LONGEST = 200;
const known = new WeakMap<Message, string>();

export function previewOf(message: Message): string {
  const text = known.get(message) ?? plainText(message.content).slice(0, LONGEST);
  known.set(message, text);
  return text;
}

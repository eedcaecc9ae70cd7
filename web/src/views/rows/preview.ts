/** What a message says in one line; worked out once for each text. */
import type { Message } from "@parley/client";
import { plainText } from "../../markup/plain-text.ts";

const LONGEST = 200;
const known = new WeakMap<Message, string>();

export function previewOf(message: Message): string {
  const text = known.get(message) ?? plainText(message.content).slice(0, LONGEST);
  known.set(message, text);
  return text;
}

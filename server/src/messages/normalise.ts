/** Normalizes user input for storage. Text is never truncated: what is too long is rejected. */
import { ApiError } from "../kernel/api/index.ts";
import { isLonger, unprintablePosition } from "../people/users/names.ts";
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
  MessageEmpty,
  MessageHasNullBytes,
} from "./contract.ts";

function checkLength(name: string, text: string, limit: number): void {
  if (isLonger(text, limit)) throw new ApiError(`${name} is too long (limit: ${limit} characters)`);
}

/** Leading spaces stay, because four of them begin a code block. */
export function normaliseContent(sent: string): string {
  const content = sent.trimEnd().replace(/^\n+/, "");
  if (content === "") throw new MessageEmpty();
  if (content.includes("\0")) throw new MessageHasNullBytes();
  checkLength("content", content, MAX_MESSAGE_LENGTH);
  return content;
}

/** All names of the empty topic become the empty topic. */
export function normaliseTopic(sent: string): string {
  const topic = sent.trim();
  if (topic === EMPTY_TOPIC_DISPLAY_NAME || topic === "(no topic)") return "";
  checkLength("topic", topic, MAX_TOPIC_LENGTH);
  const position = unprintablePosition(topic);
  if (position !== undefined) throw new ApiError(`Invalid character in topic, at position ${position}!`);
  return topic;
}

/** Topic names: which are valid, and how the empty one is displayed. */
import { ApiError } from "../kernel/api/errors.ts";
import { MAX_TOPIC_LENGTH } from "../kernel/api/limits.ts";
import { said } from "../kernel/api/sentences.ts";
import { checkLength, unprintablePosition } from "../kernel/names/printable.ts";

/** The empty topic's name for clients that do not support it. */
export const EMPTY_TOPIC_DISPLAY_NAME = "general chat";

export const shownTopic = (topic: string, knowsEmptyTopic: boolean): string =>
  topic === "" && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;

/** Names that stand for the empty topic become empty. */
export function normaliseTopic(sent: string): string {
  const topic = sent.trim();
  if (topic === EMPTY_TOPIC_DISPLAY_NAME || topic === "(no topic)") return "";
  checkLength("topic", topic, MAX_TOPIC_LENGTH);
  const position = unprintablePosition(topic);
  if (position !== undefined) throw new ApiError(said`Invalid character in topic, at position ${position}!`);
  return topic;
}

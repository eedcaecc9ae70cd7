/** Names of topics: what they may look like, and how the empty one is shown. */
import { ApiError } from "../kernel/api/errors.ts";
import { MAX_TOPIC_LENGTH } from "../kernel/api/limits.ts";
import { checkLength, unprintablePosition } from "../kernel/names/printable.ts";

/** How the empty topic is shown to clients that do not know it. */
export const EMPTY_TOPIC_DISPLAY_NAME = "general chat";

export const shownTopic = (topic: string, knowsEmptyTopic: boolean): string =>
  topic === "" && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;

/** Every name that stands for the empty topic becomes it. */
export function normaliseTopic(sent: string): string {
  const topic = sent.trim();
  if (topic === EMPTY_TOPIC_DISPLAY_NAME || topic === "(no topic)") return "";
  checkLength("topic", topic, MAX_TOPIC_LENGTH);
  const position = unprintablePosition(topic);
  if (position !== undefined) throw new ApiError(`Invalid character in topic, at position ${position}!`);
  return topic;
}

/** Turns the script into messages with a time, in the order they are sent. */
import type { Random } from "./random.ts";
import type { DemoConversation, DemoLine } from "./script.ts";

export interface Utterance {
  readonly line: DemoLine;
  readonly conversation: DemoConversation;
  /** UNIX seconds. */
  readonly at: number;
}

const MINUTE = 60;
const DAY = 86_400;

export function timeline(conversations: readonly DemoConversation[], now: number, chance: Random): Utterance[] {
  return conversations.flatMap((conversation) => spoken(conversation, now, chance)).sort((a, b) => a.at - b.at);
}

function spoken(conversation: DemoConversation, now: number, chance: Random): Utterance[] {
  const [hours, minutes] = conversation.at.split(":").map(Number) as [number, number];
  const midnight = workingDayBefore(now, conversation.daysAgo);
  // Today's conversations may be scripted for a later hour.
  let at = Math.min(midnight + (hours * 60 + minutes) * MINUTE, now - conversation.lines.length * 8 * MINUTE);
  return conversation.lines.map((line, index) => {
    const pause = line.after ?? (index === 0 ? 0 : chance.between(1, 7));
    at = Math.min(at + pause * MINUTE + chance.between(0, 50), now);
    return { line, conversation, at };
  });
}

/** Midnight UTC of the n-th working day before now. Skips weekends. */
export function workingDayBefore(now: number, daysAgo: number): number {
  let day = Math.floor(now / DAY);
  const isWeekend = (each: number) => [0, 6].includes(new Date(each * DAY * 1000).getUTCDay());
  while (isWeekend(day)) day--;
  for (let left = daysAgo; left > 0; left--) {
    day--;
    while (isWeekend(day)) day--;
  }
  return day * DAY;
}

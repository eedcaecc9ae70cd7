/**
 * The topics of a channel's messages, for programs with threads: below some messages there are replies, and a channel's other
 * messages follow each other. A message with replies begins a topic that is named after it, and its replies are in that topic;
 * everything else is in the channel's topic without a name.
 */
import { fold } from "../kernel/db/names.ts";
import { topicFrom } from "./names.ts";

export const MAIN_TOPIC = "";

export class Threads {
  readonly #topics = new Map<string, string>();
  /** The names in each channel. */
  readonly #taken = new Set<string>();
  /** For names that several threads of a day have: how many were tried. */
  readonly #tried = new Map<string, number>();

  /** The topic of a thread. `begin` is called for the first message of it that is seen: usually its parent. */
  topic(channel: string, thread: string, seconds: number, begin: () => string): string {
    const key = `${channel} ${thread}`;
    const known = this.#topics.get(key);
    if (known !== undefined) return known;
    const name = this.begin(channel, seconds, begin());
    this.#topics.set(key, name);
    return name;
  }

  /** A topic for a thread that is read as a whole. */
  begin(channel: string, seconds: number, text: string): string {
    return this.#free(channel, text, dayOf(seconds));
  }

  /** Two threads of a channel never share a topic. */
  #free(channel: string, written: string, day: string): string {
    const [firstLine = ""] = written.trim().split("\n", 1);
    const base = firstLine.trim() === "" ? `Thread of ${day}` : firstLine;
    const tried = `${channel} ${day} ${fold(topicFrom(base))}`;
    for (let count = this.#tried.get(tried) ?? 0; ; count++) {
      const suffix = count === 0 ? "" : count === 1 ? ` (${day})` : ` (${day} #${count})`;
      const name = topicFrom(base, suffix);
      const key = `${channel} ${fold(name)}`;
      if (this.#taken.has(key) || name === MAIN_TOPIC) continue;
      this.#taken.add(key);
      if (count > 0) this.#tried.set(tried, count + 1);
      return name;
    }
  }
}

const SECONDS_OF_DAY = 86_400;
/** Threads are read in the order of time: most are of the day of the one before. */
let lastDay = { number: 0, written: "1970-01-01" };

function dayOf(seconds: number): string {
  const number = Math.floor(Math.abs(Number.isFinite(seconds) ? seconds % 1e11 : 0) / SECONDS_OF_DAY);
  if (number !== lastDay.number)
    lastDay = { number, written: new Date(number * SECONDS_OF_DAY * 1000).toISOString().slice(0, 10) };
  return lastDay.written;
}

/** One made-up history as an archive of each program, with everything in it between which an import can be killed. */
import { Dice, pictureOf } from "./testing.ts";

/** 2 March 2020, in seconds. */
export const BEGIN = 1_583_107_200;

export interface HistoryMessage {
  /** In seconds. */
  readonly at: number;
  /** The number of a person. Those behind the last one are only named by their messages. */
  readonly who: number;
  /** The number of a channel, or those of the people in a direct conversation. */
  readonly to: number | readonly number[];
  readonly words: string;
  /** The number of a person who is mentioned behind the words. */
  readonly mentioned: number | undefined;
  /** The time of the message that began the thread. */
  readonly thread: number | undefined;
  readonly hasReplies: boolean;
  readonly reactsTo: number | undefined;
  readonly isEdited: boolean;
  /** The number of a file. */
  readonly file: number | undefined;
  readonly starredBy: number | undefined;
}

export interface History {
  readonly people: number;
  readonly strangers: number;
  /** The last one is private. */
  readonly channels: number;
  readonly files: number;
  readonly messages: readonly HistoryMessage[];
  readonly picture: Buffer;
}

const WORDS = "the ferry leaves at noon unless the wind turns and then nobody knows when it will".split(" ");

export const fileOf = (n: number) => ({ name: `notes-${n}.txt`, content: `file ${n}\n`.repeat(1 + n) });

export async function history({ messages: count = 1500, seed = 5 } = {}): Promise<History> {
  const dice = new Dice(seed);
  const [people, strangers, channels, files] = [10, 8, 4, 12];
  const begun: { at: number; to: number }[] = [];
  const threads = new Set<number>();
  const messages: HistoryMessage[] = [];
  for (let n = 0; n < count; n++) {
    const at = BEGIN + n * 40;
    const kind = dice.below(12);
    const parent = kind < 3 && begun.length > 0 ? dice.pick(begun.slice(-10)) : undefined;
    const who = dice.below(people);
    const to = parent?.to ?? (kind === 11 ? [who, (who + 1 + dice.below(people - 1)) % people] : dice.below(channels));
    const every = (steps: number) => n % Math.floor(count / steps) === 17;
    if (kind === 3 && typeof to === "number") begun.push({ at, to });
    if (parent) threads.add(parent.at);
    messages.push({
      ...{ at, to, thread: parent?.at, hasReplies: false },
      who: every(strangers) && typeof to === "number" ? people + Math.floor((n * strangers) / count) : who,
      words: Array.from({ length: 4 + dice.below(12) }, () => dice.pick(WORDS)).join(" "),
      mentioned: kind === 5 ? dice.below(people) : undefined,
      reactsTo: kind === 6 ? dice.below(people) : undefined,
      isEdited: kind === 7,
      file: every(files) ? Math.floor((n * files) / count) : undefined,
      starredBy: kind === 8 ? dice.below(people) : undefined,
    });
  }
  const withReplies = messages.map((each) => ({ ...each, hasReplies: threads.has(each.at) }));
  return { people, strangers, channels, files, messages: withReplies, picture: await pictureOf("teal") };
}

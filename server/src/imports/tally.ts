/** Counts what an import takes and what it leaves, with a few examples: nothing is left out without being counted. */
import type { SkippedRecord } from "./records.ts";

export const COUNTED = [
  "people_created",
  "people_matched",
  "people_deactivated",
  "bots",
  "channels_created",
  "channels_matched",
  "groups",
  "profile_fields",
  "linkifiers",
  "playgrounds",
  "default_channels",
  "channel_folders",
  "profile_values",
  "personal_settings",
  "emoji",
  "pictures",
  "messages",
  "direct_messages",
  "edits",
  "reactions",
  "widget_entries",
  "files",
] as const;
export type Counted = (typeof COUNTED)[number];

/** What comes with the messages, and each picture with an event. */
const LATER: readonly Counted[] = [
  ...(["pictures", "messages", "direct_messages", "edits", "reactions", "widget_entries", "files"] as const),
];
/** What comes before the messages, and of which clients learn together. */
export const SURROUNDINGS = COUNTED.filter((name) => !LATER.includes(name));
/** What is left out with a person or a channel, and counted once with them. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  "email addresses",
  "subscribers",
  "values of profile fields",
  "personal settings",
]);

export interface LeftOut {
  readonly what: string;
  readonly reason: string;
  readonly count: number;
  /** The first few. */
  readonly examples: readonly string[];
  /** Found before the messages: each run finds these again. */
  readonly is_found_first: boolean;
}

export interface TallyState {
  readonly taken: Readonly<Record<Counted, number>>;
  readonly left_out: readonly LeftOut[];
}

/** As the ledger has it. */
export interface StoredTally extends TallyState {
  /** How many subscriptions were added: no report counts them, but clients must learn of them (decision 133). */
  readonly subscribed?: number;
}

type LeftOutEntry = { -readonly [K in keyof LeftOut]: LeftOut[K] } & { examples: string[] };

const EXAMPLES = 5;
const LONGEST_EXAMPLE = 120;
/** Reasons are listed values; an archive cannot add any. This bounds what a mistake of ours could do. */
const MOST_REASONS = 500;

export class Tally {
  readonly #taken: Record<Counted, number>;
  readonly #leftOut: Map<string, LeftOutEntry>;
  #subscribed: number;

  constructor(state?: StoredTally) {
    const taken = Object.fromEntries(COUNTED.map((name) => [name, state?.taken[name] ?? 0]));
    this.#taken = taken as Record<Counted, number>;
    this.#subscribed = state?.subscribed ?? 0;
    this.#leftOut = new Map(
      (state?.left_out ?? []).map((each) => [keyOf(each), { ...each, examples: [...each.examples] }]),
    );
  }

  /** What an interrupted run has counted before the messages; these are found again from the first. */
  static beforeMessages(state: TallyState | undefined): Tally {
    const taken = Object.fromEntries(
      Object.entries(state?.taken ?? {}).filter(
        ([name]) => name === "pictures" || SURROUNDINGS.includes(name as Counted),
      ),
    );
    const left_out = (state?.left_out ?? []).filter(
      ({ what, is_found_first }) => !is_found_first && OF_PEOPLE.has(what),
    );
    return new Tally({ taken: taken as TallyState["taken"], left_out });
  }

  take(what: Counted, count = 1): void {
    this.#taken[what] += count;
  }

  subscribe(count: number): void {
    this.#subscribed += count;
  }

  leaveOut({ what, reason, example, count = 1 }: Omit<SkippedRecord, "type">, { isFoundFirst = false } = {}): void {
    const is_found_first = isFoundFirst;
    const key = keyOf({ what, reason, is_found_first });
    const known = this.#leftOut.get(key);
    const entry: LeftOutEntry = known ?? { what, reason, count: 0, examples: [], is_found_first };
    if (!known && this.#leftOut.size < MOST_REASONS) this.#leftOut.set(key, entry);
    entry.count += count;
    if (example !== "" && entry.examples.length < EXAMPLES) entry.examples.push(shortened(example));
  }

  /** A run that continues an earlier one finds again what was found before the messages. */
  beginAgain(): void {
    for (const [key, { is_found_first }] of this.#leftOut) if (is_found_first) this.#leftOut.delete(key);
  }

  count(what: Counted): number {
    return this.#taken[what];
  }

  get state(): TallyState {
    return {
      taken: { ...this.#taken },
      left_out: [...this.#leftOut.values()].map((each) => ({ ...each, examples: [...each.examples] })),
    };
  }

  get stored(): StoredTally {
    return { ...this.state, subscribed: this.#subscribed };
  }

  /** An independent copy: a batch counts on one, which counts only once the batch is stored. */
  copy(): Tally {
    return new Tally(this.stored);
  }
}

const keyOf = ({ what, reason, is_found_first }: Pick<LeftOut, "what" | "reason" | "is_found_first">) =>
  `${is_found_first}\n${what}\n${reason}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: an archive must not control the operator's terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const shortened = (example: string): string => {
  const plain = example
    .toWellFormed()
    .slice(0, 4 * LONGEST_EXAMPLE)
    .replace(CONTROL, " ");
  const characters = [...plain];
  return characters.length <= LONGEST_EXAMPLE ? plain : `${characters.slice(0, LONGEST_EXAMPLE - 1).join("")}…`;
};

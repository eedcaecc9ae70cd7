/** A poll: a question, options, and who voted for each. */
import { isIndex, isText, nextIndex, type WidgetChange, type WidgetContents } from "./submessage.ts";

export interface PollOption {
  /** `canned,0` for the original options, otherwise the author and their number for it. */
  readonly key: string;
  readonly text: string;
  /** In the order they voted. */
  readonly voters: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly options: readonly PollOption[];
}

export function pollFrom({ definition, changes }: WidgetContents, authorId: number): Poll {
  const { question, options } = definition.extra_data;
  const made = new PollInProgress(typeof question === "string" ? question : "", authorId);
  const canned = Array.isArray(options) ? options : [];
  for (const [index, text] of canned.entries()) made.add(`canned,${index}`, text);
  for (const change of changes) made.apply(change);
  return made.poll;
}

class PollInProgress {
  #question: string;
  readonly #authorId: number;
  readonly #options = new Map<string, { readonly text: string; readonly voters: Set<number> }>();

  constructor(question: string, authorId: number) {
    this.#question = question;
    this.#authorId = authorId;
  }

  apply({ sender_id, data }: WidgetChange): void {
    if (data.type === "new_option" && isIndex(data.idx)) this.add(`${sender_id},${data.idx}`, data.option);
    else if (data.type === "vote") this.#vote(sender_id, data.key, data.vote);
    else if (data.type === "question" && sender_id === this.#authorId && typeof data.question === "string") {
      this.#question = data.question;
    }
  }

  /** An option keeps its votes: adding one with the same number changes nothing. */
  add(key: string, text: unknown): void {
    if (isText(text) && !this.#options.has(key)) this.#options.set(key, { text: text.trim(), voters: new Set() });
  }

  #vote(voter: number, key: unknown, vote: unknown): void {
    const voters = typeof key === "string" ? this.#options.get(key)?.voters : undefined;
    if (vote === 1) voters?.add(voter);
    else if (vote === -1) voters?.delete(voter);
  }

  get poll(): Poll {
    const options = [...this.#options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] }));
    return { question: this.#question.trim(), options };
  }
}

export const votesIn = ({ options }: Poll): number => options.reduce((sum, { voters }) => sum + voters.length, 0);

export const voteFor = ({ key, voters }: PollOption, ownId: number) => ({
  type: "vote",
  key,
  vote: voters.includes(ownId) ? -1 : 1,
});

export const questionTo = (question: string) => ({ type: "question", question });

export const hasOption = ({ options }: Poll, text: string): boolean =>
  options.some((each) => each.text === text.trim());

/** Undefined if the person has added the maximum. */
export function newOption({ options }: Poll, ownId: number, option: string) {
  const own = options.filter(({ key }) => key.startsWith(`${ownId},`));
  const idx = nextIndex(own.map(({ key }) => Number(key.split(",")[1])));
  return idx === undefined ? undefined : { type: "new_option", option: option.trim(), idx };
}

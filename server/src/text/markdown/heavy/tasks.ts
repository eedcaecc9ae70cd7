/**
 * The parts of a text whose cost cannot be counted in advance: formulas, code in colours, and patterns that administrators
 * wrote, tried on long texts. They are data, so that a worker thread can do them (decision 058).
 */
import type { Html } from "../html.ts";
import type { LinkifierMatches } from "../linkifiers.ts";
import type { Linkifier } from "../names.ts";

export interface FormulaTask {
  readonly kind: "formula";
  readonly source: string;
  readonly display: boolean;
}

export interface CodeTask {
  readonly kind: "code";
  readonly grammar: string;
  readonly source: string;
}

export interface LinksTask {
  readonly kind: "links";
  readonly linkifiers: readonly Linkifier[];
  readonly source: string;
}

export type HeavyTask = FormulaTask | CodeTask | LinksTask;

/** Undefined when the part is shown as it was written: it is not valid, or took too long. */
export type HeavyResult<T extends HeavyTask> = (T extends LinksTask ? LinkifierMatches : Html) | undefined;

/** Answers with the result of a task, or with undefined where there is none. */
export type Heavy = <T extends HeavyTask>(task: T) => HeavyResult<T>;

/** Tasks with the same key have the same result. */
export function taskKey(task: HeavyTask): string {
  switch (task.kind) {
    case "formula":
      return `${task.kind} ${task.display} ${task.source}`;
    case "code":
      return `${task.kind} ${task.grammar} ${task.source}`;
    case "links":
      return `${task.kind} ${numberOf(task.linkifiers)} ${task.source}`;
    default:
      throw new Error(task satisfies never);
  }
}

/** An organization has one list of linkifiers until somebody changes them. */
const numbers = new WeakMap<readonly Linkifier[], number>();
let lastNumber = 0;

function numberOf(linkifiers: readonly Linkifier[]): number {
  const number = numbers.get(linkifiers) ?? ++lastNumber;
  numbers.set(linkifiers, number);
  return number;
}

/** What a thread says: that it can begin, what came of a task, that it is done with the text. */
export type FromThread =
  | "ready"
  | "done"
  | {
      readonly index: number;
      readonly result: HeavyResult<HeavyTask>;
      /** What went wrong inside of a library. */
      readonly failure?: string;
    };

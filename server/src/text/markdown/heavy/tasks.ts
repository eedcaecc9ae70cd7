/**
 * The parts of a text whose cost cannot be counted in advance: formulas, highlighted code, and linkifiers matched
 * against long texts. Tasks are plain data, so that a worker thread can do them (decision 058).
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

/** Undefined if the part is shown as written: it is invalid, or took too long. */
export type HeavyResult<T extends HeavyTask> = (T extends LinksTask ? LinkifierMatches : Html) | undefined;

/** Returns the result of a task, or undefined if there is none. */
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

/** An organization has one list of linkifiers until it is changed. */
const numbers = new WeakMap<readonly Linkifier[], number>();
let lastNumber = 0;

function numberOf(linkifiers: readonly Linkifier[]): number {
  const number = numbers.get(linkifiers) ?? ++lastNumber;
  numbers.set(linkifiers, number);
  return number;
}

/** A thread's messages: that it can start, a task's result, and that it is done with the text. */
export type FromThread =
  | "ready"
  | "done"
  | {
      readonly index: number;
      readonly result: HeavyResult<HeavyTask>;
      /** An error inside a library. */
      readonly failure?: string;
    };

/**
 * The texts of a change. They are rendered before its transaction; inside the transaction, the result is used again
 * if the text and its names are unchanged. The transaction never waits for a worker: it ends, and is retried when the
 * results are there (decision 059).
 */

import type { App } from "../../kernel/context.ts";
import { NotPrepared } from "../../kernel/prepared.ts";
import { Budget, CannotRender } from "./budget.ts";
import { type Heavy, type HeavyResult, type HeavyTask, taskKey } from "./heavy/tasks.ts";
import { type HeavyResults, renderers } from "./heavy/workers.ts";
import type { MarkdownNames } from "./names.ts";
import { type Rendered, render } from "./render.ts";
import type { RenderOptions } from "./rendering.ts";

/** Not an error: parts of a text must be rendered by a worker. */
export class HeavyWorkWanted extends NotPrepared<App> {
  readonly tasks: readonly HeavyTask[];
  readonly account: number | string;

  constructor(tasks: readonly HeavyTask[], account: number | string) {
    super("The text must be rendered by a worker first.");
    this.tasks = tasks;
    this.account = account;
  }

  async prepare(app: App, earlier: object | undefined, options: { readonly isPatient: boolean }): Promise<Texts> {
    const texts = textsIn(earlier);
    texts.addResults(await renderers.of(app).run(this.tasks, { account: this.account, ...options }));
    return texts;
  }
}

/** The texts prepared for a change. */
export const textsIn = (prepared: object | undefined): Texts => (prepared instanceof Texts ? prepared : new Texts());

/** Everything that a rendering depends on except names. Objects are compared by identity. */
export interface TextIdentity {
  readonly source: string;
  readonly realm: object;
  readonly author: object;
  readonly withPreviews: boolean;
  readonly withPlayers: boolean;
  /** The names in the text, with what they refer to. */
  readonly namesKey: string;
}

export class Texts {
  /** Created on first use: most texts need none. */
  #results: Map<string, HeavyResult<HeavyTask>> | undefined;
  #last: { readonly text: TextIdentity; readonly outcome: Rendered | CannotRender } | undefined;
  #steps = 0;

  /** What rendering has cost so far on the event loop (`budget.ts`). */
  get steps(): number {
    return this.#steps;
  }

  /** Renders the text; throws `HeavyWorkWanted` if a worker is needed. */
  render(source: string, names: MarkdownNames, options: RenderOptions, account: number | string): Rendered {
    let wanted: Map<string, HeavyTask> | undefined;
    const heavy = ((task: HeavyTask) => {
      const key = taskKey(task);
      if (this.#results?.has(key)) return this.#results.get(key);
      wanted ??= new Map();
      wanted.set(key, task);
      return undefined;
    }) as Heavy;
    const budget = new Budget();
    try {
      const rendered = render(source, names, options, heavy, budget);
      if (wanted) throw new HeavyWorkWanted([...wanted.values()], account);
      return rendered;
    } finally {
      this.#steps += budget.spent;
    }
  }

  addResults(results: HeavyResults): void {
    this.#results ??= new Map();
    for (const [key, result] of results) this.#results.set(key, result);
  }

  get hasResults(): boolean {
    return this.#results !== undefined;
  }

  /** Renders the text, or refuses it, once: again only if something it depends on has changed. */
  once(text: TextIdentity, rendering: () => Rendered): Rendered {
    if (!this.#last || !isSame(this.#last.text, text)) this.#last = { text, outcome: outcomeOf(rendering) };
    const { outcome } = this.#last;
    if (outcome instanceof CannotRender) throw outcome;
    return outcome;
  }
}

function outcomeOf(rendering: () => Rendered): Rendered | CannotRender {
  try {
    return rendering();
  } catch (error) {
    if (error instanceof CannotRender) return error;
    throw error;
  }
}

const isSame = (a: TextIdentity, b: TextIdentity): boolean =>
  a.source === b.source &&
  a.realm === b.realm &&
  a.author === b.author &&
  a.withPreviews === b.withPreviews &&
  a.withPlayers === b.withPlayers &&
  a.namesKey === b.namesKey;

/**
 * Texts on their way into a change. They are rendered before its transaction opens; inside, the same text with the same
 * names has been rendered already. What a worker is needed for is never waited for inside: the transaction ends, and is run
 * again when the results are there (decision 059).
 */

import type { App } from "../../kernel/context.ts";
import { NotPrepared } from "../../kernel/prepared.ts";
import { type Heavy, type HeavyResult, type HeavyTask, taskKey } from "./heavy/tasks.ts";
import { type HeavyResults, renderers } from "./heavy/workers.ts";
import type { MarkdownNames } from "./names.ts";
import { type Rendered, render } from "./render.ts";
import type { RenderOptions } from "./rendering.ts";

/** Not an error: a text has parts that only a worker may do. */
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
    texts.learn(await renderers.of(app).run(this.tasks, { account: this.account, ...options }));
    return texts;
  }
}

/** The texts among what was made for a change. */
export const textsIn = (prepared: object | undefined): Texts => (prepared instanceof Texts ? prepared : new Texts());

/** Everything that a rendering depends on but the names. Objects are compared by identity: a context keeps its own. */
export interface TextIdentity {
  readonly source: string;
  readonly realm: object;
  readonly author: object;
  readonly withPreviews: boolean;
  /** The names in the text and what they mean. */
  readonly namesKey: string;
}

export class Texts {
  /** Made when there are any: most texts have none. */
  #results: Map<string, HeavyResult<HeavyTask>> | undefined;
  #last: (TextIdentity & { readonly rendered: Rendered }) | undefined;

  /** Renders what can be rendered here; throws `HeavyWorkWanted` where there is more. */
  render(source: string, names: MarkdownNames, options: RenderOptions, account: number | string): Rendered {
    let wanted: Map<string, HeavyTask> | undefined;
    const heavy = ((task: HeavyTask) => {
      const key = taskKey(task);
      if (this.#results?.has(key)) return this.#results.get(key);
      wanted ??= new Map();
      wanted.set(key, task);
      return undefined;
    }) as Heavy;
    const rendered = render(source, names, options, heavy);
    if (wanted) throw new HeavyWorkWanted([...wanted.values()], account);
    return rendered;
  }

  learn(results: HeavyResults): void {
    this.#results ??= new Map();
    for (const [key, result] of results) this.#results.set(key, result);
  }

  get hasLearnt(): boolean {
    return this.#results !== undefined;
  }

  /** The cached rendering of a text, unless something it depends on has changed. */
  again(text: TextIdentity): Rendered | undefined {
    const last = this.#last;
    const isSame =
      last?.source === text.source &&
      last.realm === text.realm &&
      last.author === text.author &&
      last.withPreviews === text.withPreviews &&
      last.namesKey === text.namesKey;
    return isSame ? last.rendered : undefined;
  }

  keep(text: TextIdentity, rendered: Rendered): void {
    this.#last = { ...text, rendered };
  }
}

/** Replaces `node:test` in a worker: collects the tests, so that they can run repeatedly. */
import { mock } from "node:test";

type Body = (t: Context, done?: unknown) => unknown;
type Options = { readonly skip?: unknown; readonly todo?: unknown };

export interface CollectedTest {
  readonly name: string;
  readonly file: string;
  run(): Promise<void>;
}

export const collected: CollectedTest[] = [];
let currentFile = "";
export function collectFor(file: string): void {
  currentFile = file;
}

/** The part of the test context that tests use. */
class Context {
  readonly name: string;
  readonly mock = mock;
  readonly signal = new AbortController().signal;
  readonly #endings: (() => unknown)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  after(ending: () => unknown): void {
    this.#endings.push(ending);
  }

  diagnostic(): void {}

  test = (name: string, ...given: unknown[]) => runTest(name, bodyOf(given));

  async end(): Promise<void> {
    mock.restoreAll();
    for (const ending of this.#endings.splice(0)) await ending();
  }
}

const bodyOf = (given: readonly unknown[]) => given.find((each) => typeof each === "function") as Body | undefined;

async function runTest(name: string, body: Body | undefined): Promise<void> {
  const context = new Context(name);
  try {
    await body?.(context);
  } finally {
    await context.end();
  }
}

export function test(name: string, ...given: unknown[]): void {
  const body = bodyOf(given);
  const options = given.find((each): each is Options => typeof each === "object");
  if (options?.skip || options?.todo) return;
  collected.push({ name, file: currentFile, run: () => runTest(name, body) });
}

/** Tests of an engine that is not there. */
test.skip = (): void => {};

export const it = test;
export { mock };
/** Not needed: the worker exits at the end, with everything a file has opened. */
export function after(): void {}
export default test;

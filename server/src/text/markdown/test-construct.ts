/** A construct of our Markdown: source texts, and the exact HTML that clients receive. */
import type { RenderOptions } from "./rendering.ts";
import { TEST_OPTIONS } from "./test-names.ts";

export type ConstructCase = readonly [source: string, html: string];

export interface Construct {
  readonly name: string;
  readonly rows: readonly ConstructCase[];
  readonly options: RenderOptions;
}

/** Adds constructs to a list. */
export const rendersInto =
  (constructs: Construct[]) =>
  (name: string, rows: readonly ConstructCase[], options: RenderOptions = TEST_OPTIONS): void => {
    constructs.push({ name, rows, options });
  };

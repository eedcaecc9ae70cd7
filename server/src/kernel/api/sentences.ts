/**
 * Sentences for people: written in English where they are needed, and kept with their values, so that they can be shown
 * in another language (decision 096).
 */

/** A function writes the value in a language: numbers that are counted, but not ids. */
export type SentenceValue = string | number | Sentence | ((language: string) => string);

export class Sentence {
  readonly #parts: readonly string[];
  readonly values: readonly SentenceValue[];

  constructor(parts: readonly string[], values: readonly SentenceValue[]) {
    this.#parts = parts;
    this.values = values;
  }

  /** What translations are found by: `Channel '{0}' already exists`. */
  get template(): string {
    return this.#parts.reduce((before, part, index) => `${before}{${index - 1}}${part}`);
  }

  /** In English. */
  toString(): string {
    const { values } = this;
    let text = this.#parts[0] as string;
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as SentenceValue;
      text += (typeof value === "function" ? value("en") : String(value)) + this.#parts[index + 1];
    }
    return text;
  }

  toJSON(): string {
    return this.toString();
  }
}

/** Marks a sentence as translated: ``said`Channel '${name}' already exists` ``. */
export const said = (parts: TemplateStringsArray, ...values: SentenceValue[]): Sentence => new Sentence(parts, values);

/** A number of things, with the separators of the language. */
export const counted =
  (count: number) =>
  (language: string): string =>
    count.toLocaleString(language);

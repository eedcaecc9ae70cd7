/**
 * Reads the document of another service, of which nothing is certain. Every method returns what its type promises, or throws
 * `Unreadable`: no document can make an integration fail in any other way.
 */

/** The document is not what the service documents. */
export class Unreadable extends Error {}

/** More elements than any message mentions. */
const MAX_ELEMENTS = 1000;
/** Longer texts are cut before anything looks at them; no message can hold more. */
const MAX_TEXT_LENGTH = 20_000;

/** Characters that a message cannot contain or nobody can see, except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/gu;

export class Payload {
  readonly #value: unknown;
  /** For messages of errors. */
  readonly #path: string;

  constructor(value: unknown, path = "") {
    this.#value = value;
    this.#path = path;
  }

  /** The value itself, for what shows it as it is. */
  get value(): unknown {
    return this.#value;
  }

  /** `has("issue.pull_request")`: whether there is anything but null. */
  has(path: string): boolean {
    return this.#at(path) !== undefined;
  }

  /** A text; numbers are written out. Line breaks are `\n`. */
  text(path: string): string {
    return asText(this.#at(path)) ?? this.#missing(path);
  }

  /** Undefined if there is none, or only white space. */
  optionalText(path: string): string | undefined {
    const text = asText(this.#at(path));
    return text === undefined || text.trim() === "" ? undefined : text;
  }

  /** The first of these texts that there is. */
  firstText(...paths: readonly string[]): string | undefined {
    for (const path of paths) {
      const text = this.optionalText(path);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  number(path: string): number {
    return this.optionalNumber(path) ?? this.#missing(path);
  }

  /** Accepts numbers written as text, as in forms. */
  optionalNumber(path: string): number | undefined {
    const value = this.#at(path);
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : undefined;
  }

  isTrue(path: string): boolean {
    const value = this.#at(path);
    return value === true || value === "true" || value === 1 || value === "1";
  }

  /** An object. */
  part(path: string): Payload {
    return this.optionalPart(path) ?? this.#missing(path);
  }

  optionalPart(path: string): Payload | undefined {
    const value = this.#at(path);
    return isObject(value) ? new Payload(value, this.#join(path)) : undefined;
  }

  /** The objects in a list; none if there is no list. */
  parts(path: string): Payload[] {
    return this.#list(path)
      .filter(isObject)
      .map((value, index) => new Payload(value, `${this.#join(path)}.${index}`));
  }

  /** The texts in a list; none if there is no list. */
  texts(path: string): string[] {
    return this.#list(path).flatMap((value) => asText(value) ?? []);
  }

  /** The members of an object that are texts or numbers, in their order. */
  entries(path: string): [string, string][] {
    const value = path === "" ? this.#value : this.#at(path);
    if (!isObject(value)) return [];
    return Object.entries(value)
      .slice(0, MAX_ELEMENTS)
      .flatMap(([name, each]): [string, string][] => {
        const text = asText(each);
        return text === undefined || text.trim() === "" ? [] : [[cleaned(name), text]];
      });
  }

  #list(path: string): readonly unknown[] {
    const value = this.#at(path);
    return Array.isArray(value) ? value.slice(0, MAX_ELEMENTS) : [];
  }

  /** Only own properties: a name like `constructor` finds nothing that was not sent. */
  #at(path: string): unknown {
    let value = this.#value;
    for (const name of path.split(".")) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value ?? undefined;
  }

  #join(path: string): string {
    return this.#path === "" ? path : `${this.#path}.${path}`;
  }

  #missing(path: string): never {
    throw new Unreadable(`${this.#join(path)} is missing`);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function asText(value: unknown): string | undefined {
  if (typeof value === "string") return cleaned(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** A text without characters that a message cannot contain. */
export const cleaned = (text: string): string =>
  text.slice(0, MAX_TEXT_LENGTH).toWellFormed().replace(/\r\n?/g, "\n").replace(UNWANTED, "");

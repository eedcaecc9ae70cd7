/** The elements of a JSON array of any length, one at a time. Only an element must fit into memory. */
import type { Readable } from "node:stream";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { ARCHIVE_LIMITS } from "../limits.ts";

export async function* jsonElements(
  stream: Readable,
  longest: number = ARCHIVE_LIMITS.lineBytes,
): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  const splitter = new ArraySplitter(longest);
  for await (const chunk of stream)
    for (const text of splitter.take(decoder.decode(chunk as Buffer, { stream: true }))) yield parsed(text);
  if (!splitter.hasEnded) throw new DamagedFile("A file in the archive is not complete.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedFile("A file in the archive is not JSON.");
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Finds the commas between the elements; whether an element is JSON is seen when it is parsed. */
class ArraySplitter {
  readonly #longest: number;
  #parts: string[] = [];
  #length = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  hasEnded = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  *take(text: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
        continue;
      }
      if (code === QUOTE) this.#isInString = true;
      else if (OPENING.has(code)) {
        if (this.#depth++ === 0) from = at + 1;
      } else if (CLOSING.has(code) || (code === COMMA && this.#depth === 1)) {
        if (code !== COMMA && --this.#depth > 0) continue;
        yield* this.#element(text.slice(from, at), code !== COMMA);
        from = at + 1;
      }
    }
    if (this.#depth > 0) this.#add(text.slice(from));
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#longest) throw new DamagedFile("Something in the archive is too long.");
    this.#parts.push(text);
  }

  *#element(text: string, isLast: boolean): Generator<string> {
    this.#add(text);
    const whole = this.#parts.join("").trim();
    [this.#parts, this.#length] = [[], 0];
    if (isLast) this.hasEnded = true;
    // An empty array has no last element.
    if (whole !== "" || !isLast) yield whole;
  }
}

/**
 * The fields of a part as text in chunks, each with a comma before it, and an index of the items in which users are different
 * to themselves.
 */
import type { OwnItem } from "../../kernel/feature.ts";
import { Chunks, type Segment, SharedText } from "../../kernel/http/shared-text.ts";
import { Steps } from "../../kernel/steps.ts";

/** Shorter lists are serialized at once. */
const LONG = 100;
/** Items whose numbers are in the same range of this size stand in one chunk, unless they are long. */
const BLOCK = 64;

/** Where an item stands: in which chunk, and where in it. */
interface ItemPlace {
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
}

export class SharedFields {
  readonly text: SharedText;
  readonly #places: Places;

  private constructor(text: SharedText, places: Places) {
    this.text = text;
    this.#places = places;
  }

  static async of(fields: object, ownItem?: OwnItem, former?: SharedFields): Promise<SharedFields> {
    const chunks = new Chunks();
    const places = new Places();
    const steps = new Steps();
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      chunks.add(`,${JSON.stringify(name)}:`);
      if (!Array.isArray(value) || (value.length < LONG && name !== ownItem?.field)) {
        chunks.add(JSON.stringify(value));
        continue;
      }
      let before = "[";
      let block: number | undefined;
      for (const item of value as Readonly<Record<string, unknown>>[]) {
        const text = JSON.stringify(item);
        chunks.add(before);
        if (name === ownItem?.field) {
          const number = item[ownItem.by] as number;
          if (Math.floor(number / BLOCK) !== block) chunks.close();
          block = Math.floor(number / BLOCK);
          places.add(number, chunks.index, chunks.length, text.length);
        }
        chunks.add(text);
        before = ",";
        if (steps.isOver) await steps.pause();
      }
      chunks.add(before === "[" ? "[]" : "]");
    }
    return new SharedFields(SharedText.of(chunks.finish(), former?.text), places);
  }

  get all(): readonly Segment[] {
    return this.text.count === 0 ? [] : [this.text];
  }

  /** About what it takes in memory. */
  get size(): number {
    return this.text.size + this.#places.size;
  }

  /** As the user sees it whose item has this number. */
  seenBy(number: number, see: (item: Readonly<Record<string, unknown>>) => object): readonly Segment[] {
    const place = this.#places.of(number);
    if (!place) return this.all;
    const { chunk, start, end } = place;
    const text = this.text.plainOf(chunk, chunk + 1).toString();
    const item = text.slice(start, end);
    const own = JSON.stringify(see(JSON.parse(item)));
    return own === item ? this.all : this.text.replacing(chunk, text.slice(0, start) + own + text.slice(end));
  }
}

/** In the order of their numbers. */
class Places {
  readonly #numbers: number[] = [];
  readonly #chunks: number[] = [];
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

  get size(): number {
    return this.#numbers.length * 32;
  }

  add(number: number, chunk: number, start: number, length: number): void {
    this.#numbers.push(number);
    this.#chunks.push(chunk);
    this.#starts.push(start);
    this.#lengths.push(length);
  }

  of(number: number): ItemPlace | undefined {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    if (this.#numbers[low] !== number) return undefined;
    const start = this.#starts[low] as number;
    return { chunk: this.#chunks[low] as number, start, end: start + (this.#lengths[low] as number) };
  }
}

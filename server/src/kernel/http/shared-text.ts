/**
 * Text that many responses contain: encoded once, and compressed once when it is first asked for. It is held in chunks
 * that are compressed by themselves, so that a response can replace what stands in one of them and send the others as
 * they are.
 */
import { crc32 } from "node:zlib";
import { deflated } from "./compressors.ts";
import { shiftBy } from "./crc.ts";

/** Longer ones compress better, and shorter ones are replaced at less cost. */
const CHUNK_CHARACTERS = 32_000;

/** Compressed so that anything compressed in the same way can follow: it ends with a full flush, and refers to nothing before. */
export interface Packed {
  readonly bytes: Buffer;
  readonly crc: number;
  readonly shift: number;
  readonly plainBytes: number;
}

/** What is shorter hardly becomes shorter still, and most credentials are. */
const WORTH_PACKING_BYTES = 100;

export async function pack(plain: Buffer): Promise<Packed> {
  const bytes = plain.length < WORTH_PACKING_BYTES ? storedBlock(plain) : await deflated(plain);
  return { bytes, crc: crc32(plain), shift: shiftBy(plain.length), plainBytes: plain.length };
}

/** A block of the format (RFC 1951, 3.2.4) that contains the text as it is. It begins and ends with a whole byte. */
function storedBlock(plain: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(plain.length ^ 0xffff, 3);
  return Buffer.concat([head, plain]);
}

class Chunk {
  readonly start: number;
  readonly end: number;
  packed: Promise<Packed> | undefined;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

/** Consecutive chunks of a shared text. */
export interface SharedSlice {
  readonly of: SharedText;
  readonly from: number;
  readonly upto: number;
}

/** A response's text: what is its own, and what it shares. */
export type Segment = string | SharedText | SharedSlice;

export class SharedText {
  readonly #plain: Buffer;
  readonly #chunks: readonly Chunk[];

  private constructor(plain: Buffer, chunks: readonly Chunk[]) {
    this.#plain = plain;
    this.#chunks = chunks;
  }

  /** Chunks that the former text has as well stay compressed. */
  static of(chunks: readonly string[], former?: SharedText): SharedText {
    const buffers = chunks.map((chunk) => Buffer.from(chunk));
    let end = 0;
    const places = buffers.map(({ length }) => {
      end += length;
      return new Chunk(end - length, end);
    });
    const text = new SharedText(Buffer.concat(buffers), places);
    if (former) text.#takeOver(former);
    return text;
  }

  #takeOver(former: SharedText): void {
    const packed = Map.groupBy(
      former.#chunks.filter((chunk) => chunk.packed),
      ({ start, end }) => end - start,
    );
    const bytesOf = (text: SharedText, { start, end }: Chunk) => text.#plain.subarray(start, end);
    for (const chunk of this.#chunks) {
      const alike = packed.get(chunk.end - chunk.start) ?? [];
      const own = bytesOf(this, chunk);
      chunk.packed = alike.find((each) => own.equals(bytesOf(former, each)))?.packed;
    }
  }

  /** In bytes, about as much as it holds in memory. */
  get size(): number {
    return this.#plain.length;
  }

  get count(): number {
    return this.#chunks.length;
  }

  plainOf(from: number, upto: number): Buffer {
    const [first, last] = [this.#chunks[from], this.#chunks[upto - 1]];
    return first && last && from < upto ? this.#plain.subarray(first.start, last.end) : Buffer.alloc(0);
  }

  packedOf(from: number, upto: number): Promise<Packed[]> {
    return Promise.all(
      this.#chunks.slice(from, upto).map((chunk) => {
        chunk.packed ??= pack(this.#plain.subarray(chunk.start, chunk.end));
        return chunk.packed;
      }),
    );
  }

  toString(): string {
    return this.#plain.toString();
  }

  /** With another text in the place of one chunk. */
  replacing(index: number, text: string): Segment[] {
    const before = { of: this, from: 0, upto: index };
    const after = { of: this, from: index + 1, upto: this.count };
    return [before, text, after].filter((each) => typeof each === "string" || each.from < each.upto);
  }
}

/** Collects text in chunks of a suitable length. */
export class Chunks {
  readonly texts: string[] = [];
  #open = "";

  /** The chunk that the next text goes to, and where it will stand in it. */
  get index(): number {
    return this.texts.length;
  }
  get length(): number {
    return this.#open.length;
  }

  add(text: string): void {
    this.#open += text;
    if (this.#open.length >= CHUNK_CHARACTERS) this.close();
  }

  /** Ends the chunk here. If chunks end at the same places whatever stands in them, most stay as they were after a change. */
  close(): void {
    if (this.#open === "") return;
    this.texts.push(this.#open);
    this.#open = "";
  }

  finish(): readonly string[] {
    this.close();
    return this.texts;
  }
}

const sliceOf = (segment: SharedText | SharedSlice): SharedSlice =>
  segment instanceof SharedText ? { of: segment, from: 0, upto: segment.count } : segment;

export function plainOf(segment: Segment): Buffer {
  if (typeof segment === "string") return Buffer.from(segment);
  const { of, from, upto } = sliceOf(segment);
  return of.plainOf(from, upto);
}

export const textOf = (segments: readonly Segment[]): string =>
  segments.map((each) => (typeof each === "string" ? each : plainOf(each).toString())).join("");

export function packedOf(segment: SharedText | SharedSlice): Promise<Packed[]> {
  const { of, from, upto } = sliceOf(segment);
  return of.packedOf(from, upto);
}

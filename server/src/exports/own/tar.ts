/** Writes gzipped tar archives (ustar): the format that every system unpacks without more software. */
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";

const BLOCK = 512;
const LONGEST_NAME = 100;
const LONG_NAME = "././@LongLink";

export class TarWriter {
  readonly #gzip = createGzip();
  readonly #whole: Promise<void>;
  readonly #mtime: number;

  /** A new file, readable only by its owner. Every entry gets the same time. */
  constructor(file: string, mtime: number) {
    const output = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
    output.once("error", (error) => this.#gzip.destroy(error));
    this.#gzip.on("error", () => {});
    this.#whole = finished(this.#gzip.pipe(output));
    // Reported where it is awaited; until then it must not count as unhandled.
    this.#whole.catch(() => {});
    this.#mtime = mtime;
  }

  async addText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    await this.#begin(name, content.length);
    await this.#write(content);
    await this.#pad(content.length);
  }

  async addFile(name: string, file: string): Promise<void> {
    const { size } = await stat(file);
    await this.addStream(name, createReadStream(file), size);
  }

  /** The content must have exactly this size. */
  async addStream(name: string, content: Readable, size: number): Promise<void> {
    await this.#begin(name, size);
    let written = 0;
    for await (const chunk of content) {
      written += (chunk as Buffer).length;
      await this.#write(chunk as Buffer);
    }
    if (written !== size) throw new Error(`A file of ${size} bytes has ${written}.`);
    await this.#pad(size);
  }

  async end(): Promise<void> {
    this.#gzip.end(Buffer.alloc(2 * BLOCK));
    await this.#whole;
  }

  destroy(): void {
    this.#gzip.destroy();
  }

  /** A name that does not fit into a header is an entry of its own before it, as GNU tar writes it and every program reads it. */
  async #begin(name: string, size: number): Promise<void> {
    const bytes = Buffer.from(`${name}\0`);
    if (bytes.length > LONGEST_NAME) {
      await this.#write(headerOf(LONG_NAME, bytes.length, this.#mtime, "L"));
      await this.#write(bytes);
      await this.#pad(bytes.length);
    }
    await this.#write(headerOf(name, size, this.#mtime));
  }

  #pad = (size: number): Promise<void> => this.#write(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK));

  async #write(chunk: Buffer): Promise<void> {
    if (this.#gzip.errored) throw this.#gzip.errored;
    if (chunk.length > 0 && !this.#gzip.write(chunk) && !this.#gzip.destroyed) await once(this.#gzip, "drain");
  }
}

function headerOf(name: string, size: number, mtime: number, type = "0"): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, LONGEST_NAME);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  sizeField(size).copy(header, 124);
  header.write(octal(mtime, 12), 136);
  // The checksum counts itself as spaces.
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

const LARGEST_OCTAL = 8 ** 11 - 1;

/** Octal digits; from 8 GiB, bytes behind a first bit. */
function sizeField(size: number): Buffer {
  if (size <= LARGEST_OCTAL) return Buffer.from(octal(size, 12));
  const field = Buffer.alloc(12);
  field[0] = 0x80;
  field.writeUIntBE(size, 6, 6);
  return field;
}

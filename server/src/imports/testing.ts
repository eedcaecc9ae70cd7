/** Makes archives for tests: zip files, also damaged ones. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";

export type EntryContent = string | Buffer | object;

export interface ZipOptions {
  /** Changes the list of entries, as someone who wants to do harm would. */
  readonly declared?: (path: string) => Partial<{ size: number; checksum: number; flags: number; method: number }>;
  readonly isStored?: boolean;
}

export const bytesOf = (content: EntryContent): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === "string" ? content : JSON.stringify(content));

export function zipOf(
  entries: readonly (readonly [path: string, content: EntryContent])[],
  options: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of entries) {
    const bytes = bytesOf(content);
    const packed = options.isStored ? bytes : deflateRawSync(bytes);
    const name = Buffer.from(path);
    const {
      size = bytes.length,
      checksum = crc32(bytes),
      flags = 0x800,
      method = options.isStored ? 0 : 8,
    } = options.declared?.(path) ?? {};
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(checksum, 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), shared, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}

/** A square of one colour. */
export const pictureOf = (background: string, side = 64): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();

/** A file that is removed after the test. */
export function archiveFile(t: TestContext, name: string, content: Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), "parley-import-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

/** Numbers that are the same in every run. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((this.#state / 0x80000000) * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

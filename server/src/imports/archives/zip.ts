/**
 * Reads zip files: the list of entries first, then any entry as a stream. Sizes and names are checked before anything is
 * unpacked, and nothing is unpacked beyond the size that the list declares.
 */
import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { ARCHIVE_LIMITS } from "../limits.ts";
import { checkJsonSize, checkMemory } from "./json-size.ts";

export interface ZipEntry {
  readonly path: string;
  readonly size: number;
  readonly packedSize: number;
  readonly method: number;
  readonly checksum: number;
  readonly offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const HEADER_BYTES = 30;
/** Of times and owners, as most programs write them behind the name. */
const USUAL_EXTRA_BYTES = 64;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const CHUNK = 64 * 1024;
/** Unpacked at once, in a fraction of the time that a stream takes. Archives have very many of these. */
const SMALL = 256 * 1024;

export class ZipArchive {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(handle: FileHandle, entries: ReadonlyMap<string, ZipEntry>) {
    this.#handle = handle;
    this.#entries = entries;
  }

  static async open(file: string): Promise<ZipArchive> {
    const handle = await open(file);
    try {
      return new ZipArchive(handle, await entriesOf(handle));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get paths(): Iterable<string> {
    return this.#entries.keys();
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  entry(path: string): ZipEntry | undefined {
    return this.#entries.get(path);
  }

  /** The content; fails if it does not match the list of entries. */
  async read(path: string): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (!entry) throw new DamagedFile(`The archive has no ${path}.`);
    checkExpansion(entry);
    const packed = Readable.from(this.#packed(entry));
    const whole = new WholeEntry(entry);
    const unpacked = entry.method === STORED ? packed : packed.pipe(createInflateRaw());
    // An error on the way ends what the caller reads.
    packed.on("error", (error) => whole.destroy(error));
    if (unpacked !== packed) unpacked.on("error", () => whole.destroy(damageOf(entry)));
    return unpacked.pipe(whole);
  }

  /** A small entry, as a value. */
  async json(path: string): Promise<unknown> {
    const entry = this.#entries.get(path);
    if (entry) checkJsonSize(entry.size, path);
    const content = entry && isSmall(entry) ? this.#small(entry) : await this.#large(path);
    try {
      return JSON.parse(content.toString("utf8"));
    } catch {
      throw new DamagedFile(`${path} in the archive is not JSON.`);
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  #small(entry: ZipEntry): Buffer {
    checkExpansion(entry);
    const content = unpackedAtOnce(entry, this.#packedAtOnce(entry));
    if (content?.length !== entry.size || crc32(content) !== entry.checksum) throw damageOf(entry);
    return content;
  }

  /** With its header, in one piece, and by this thread: on a busy machine the way to another one and back takes far longer. */
  #packedAtOnce(entry: ZipEntry): Buffer {
    const { offset, packedSize, path } = entry;
    const expected = HEADER_BYTES + Buffer.byteLength(path) + USUAL_EXTRA_BYTES + packedSize;
    const bytes = Buffer.allocUnsafe(expected);
    const read = readSync(this.#handle.fd, bytes, 0, expected, offset);
    if (read < HEADER_BYTES) throw damageOf(entry);
    const start = contentAt(bytes, entry);
    if (start + packedSize <= read) return bytes.subarray(start, start + packedSize);
    const packed = Buffer.alloc(packedSize);
    if (readSync(this.#handle.fd, packed, 0, packedSize, offset + start) < packedSize) throw damageOf(entry);
    return packed;
  }

  async #large(path: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.read(path)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async *#packed(entry: ZipEntry): AsyncGenerator<Buffer> {
    const { offset, packedSize } = entry;
    let position = offset + contentAt(await bytesAt(this.#handle, offset, HEADER_BYTES), entry);
    const end = position + packedSize;
    while (position < end) {
      const chunk = await bytesAt(this.#handle, position, Math.min(CHUNK, end - position));
      position += chunk.length;
      yield chunk;
    }
  }
}

/** Where the content of an entry begins, behind its header. */
function contentAt(header: Buffer, entry: ZipEntry): number {
  if (header.readUInt32LE(0) !== LOCAL) throw damageOf(entry);
  return HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

const isSmall = ({ size, packedSize }: ZipEntry): boolean => size <= SMALL && packedSize <= SMALL;

/** Undefined if it cannot be unpacked, or not to the size that the list declares. */
function unpackedAtOnce({ method, size }: ZipEntry, packed: Buffer): Buffer | undefined {
  if (method === STORED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}

const damageOf = ({ path }: ZipEntry): DamagedFile => new DamagedFile(`${path} in the archive is damaged.`);

/** A few bytes can unpack to terabytes. */
function checkExpansion({ path, size, packedSize }: ZipEntry): void {
  if (size > ARCHIVE_LIMITS.freeBytes && size > packedSize * ARCHIVE_LIMITS.expansion)
    throw new DamagedFile(`${path} in the archive unpacks to more than it can hold.`);
}

/** Passes exactly the declared number of bytes with the declared checksum. */
class WholeEntry extends Transform {
  readonly #entry: ZipEntry;
  #size = 0;
  #checksum = 0;

  constructor(entry: ZipEntry) {
    super();
    this.#entry = entry;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null, data?: Buffer) => void): void {
    this.#size += chunk.length;
    this.#checksum = crc32(chunk, this.#checksum);
    if (this.#size > this.#entry.size) done(damageOf(this.#entry));
    else done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void): void {
    const isWhole = this.#size === this.#entry.size && this.#checksum === this.#entry.checksum;
    done(isWhole ? null : damageOf(this.#entry));
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new DamagedFile("The archive is damaged: its end is missing.");
  return buffer;
}

interface Directory {
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
}

async function entriesOf(handle: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size: fileSize } = await handle.stat();
  const directory = await directoryOf(handle, fileSize);
  const { entries: count, size, offset } = directory;
  if (count > ARCHIVE_LIMITS.entries || size > ARCHIVE_LIMITS.directoryBytes)
    throw new DamagedFile("The archive has too many files.");
  checkMemory(size, "The list of files");
  if (offset + size > fileSize) throw new DamagedFile("The archive is damaged: its end is missing.");
  const bytes = await bytesAt(handle, offset, size);
  const entries = new Map<string, ZipEntry>();
  let position = 0;
  for (let index = 0; index < count; index++) {
    const { entry, length } = entryAt(bytes, position);
    position += length;
    if (!entry) continue;
    if (entries.has(entry.path)) throw new DamagedFile(`The archive has ${entry.path} twice.`);
    if (entry.offset + entry.packedSize > fileSize) throw new DamagedFile(`${entry.path} in the archive is damaged.`);
    entries.set(entry.path, entry);
  }
  return entries;
}

async function directoryOf(handle: FileHandle, fileSize: number): Promise<Directory> {
  const tailSize = Math.min(fileSize, END_BYTES + LONGEST_COMMENT);
  const tail = await bytesAt(handle, fileSize - tailSize, tailSize);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const found = {
      entries: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isLarge = found.entries === 0xffff || found.size === 0xffffffff || found.offset === 0xffffffff;
    return isLarge ? largeDirectory(handle, fileSize - tailSize + at) : found;
  }
  throw new DamagedFile("The archive is not a zip file, or its end is missing.");
}

/** Archives beyond 4 GB have a second trailer. */
async function largeDirectory(handle: FileHandle, end: number): Promise<Directory> {
  const locator = await bytesAt(handle, Math.max(0, end - 20), 20);
  if (locator.readUInt32LE(0) !== END_64_LOCATOR) throw new DamagedFile("The archive is damaged.");
  const trailer = await bytesAt(handle, integer(locator.readBigUInt64LE(8)), 56);
  if (trailer.readUInt32LE(0) !== END_64) throw new DamagedFile("The archive is damaged.");
  return {
    entries: integer(trailer.readBigUInt64LE(32)),
    size: integer(trailer.readBigUInt64LE(40)),
    offset: integer(trailer.readBigUInt64LE(48)),
  };
}

function integer(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DamagedFile("The archive is damaged.");
  return Number(value);
}

/** The entry at this position of the list; without one for a folder. */
function entryAt(bytes: Buffer, at: number): { entry: ZipEntry | undefined; length: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new DamagedFile("The archive is damaged.");
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const length = 46 + nameLength + extraLength + commentLength;
  if (at + length > bytes.length || nameLength > ARCHIVE_LIMITS.pathBytes)
    throw new DamagedFile("The archive is damaged.");
  const path = bytes.toString("utf8", at + 46, at + 46 + nameLength);
  const method = bytes.readUInt16LE(at + 10);
  const sizes = sizesOf(bytes, at, bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
  if (path.endsWith("/")) return { entry: undefined, length };
  if (!isPlain(path)) throw new DamagedFile(`The archive has a file outside of its folders: ${JSON.stringify(path)}.`);
  if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw new DamagedFile("The archive is encrypted.");
  if (method !== STORED && method !== DEFLATED)
    throw new DamagedFile(`${path} in the archive is packed in an unknown way.`);
  if (method === STORED && sizes.size !== sizes.packedSize) throw new DamagedFile(`${path} in the archive is damaged.`);
  return { entry: { path, method, checksum: bytes.readUInt32LE(at + 16), ...sizes }, length };
}

/** Values that do not fit into 32 bits are in an extra field, in this order. */
function sizesOf(bytes: Buffer, at: number, extra: Buffer): Pick<ZipEntry, "size" | "packedSize" | "offset"> {
  const large = largeValues(extra);
  const value = (offset: number) => {
    const small = bytes.readUInt32LE(at + offset);
    return small === 0xffffffff ? (large.shift() ?? small) : small;
  };
  const size = value(24);
  return { size, packedSize: value(20), offset: value(42) };
}

function largeValues(extra: Buffer): number[] {
  const values: number[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const [kind, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (kind === 1)
      for (let from = at + 4; from + 8 <= Math.min(at + 4 + length, extra.length); from += 8)
        values.push(integer(extra.readBigUInt64LE(from)));
    at += 4 + length;
  }
  return values;
}

/** Whether the path stays inside its folder on every system. */
export function isPlain(path: string): boolean {
  return (
    path !== "" &&
    !/[\\\0]/.test(path) &&
    !/^(?:\/|[A-Za-z]:)/.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

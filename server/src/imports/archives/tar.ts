/** Unpacks gzipped tar files into a folder. Only files and folders: links and devices are refused. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { ARCHIVE_LIMITS } from "../limits.ts";
import { DiskRoom } from "./disk-room.ts";
import { isPlain } from "./zip.ts";

const BLOCK = 512;
const LONGEST_HEADER = 64 * 1024;
/** What a file needs on the disk beside its content. */
const FILE_BYTES = 4096;

/** Returns the paths of the files. */
export async function unpackTar(file: string, folder: string, room = new DiskRoom(folder)): Promise<string[]> {
  const { size: packedSize } = await stat(file);
  const most = Math.max(ARCHIVE_LIMITS.freeBytes, packedSize * ARCHIVE_LIMITS.expansion);
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  const blocks = new Blocks(source.pipe(gunzip), most);
  const paths: string[] = [];
  let longPath: string | undefined;
  try {
    for (;;) {
      const header = await blocks.take(BLOCK);
      if (!header || header.every((byte) => byte === 0)) return paths;
      const { path, size, type } = headerOf(header);
      if (type === "L" || type === "x") {
        const content = await blocks.content(size, LONGEST_HEADER);
        longPath = type === "L" ? content.toString("utf8").replace(/\0+$/, "") : (paxPath(content) ?? longPath);
        continue;
      }
      const name = (longPath ?? path).replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
      longPath = undefined;
      if (type === "g") await blocks.content(size, LONGEST_HEADER);
      else if (type === "5" || name === "" || name === ".") await blocks.content(size, 0);
      else if (type === "0" || type === "\0") {
        if (!isPlain(name) || Buffer.byteLength(name) > ARCHIVE_LIMITS.pathBytes)
          throw new DamagedFile(`The archive has a file outside of its folders: ${JSON.stringify(name)}.`);
        if (paths.length >= ARCHIVE_LIMITS.entries) throw new DamagedFile("The archive has too many files.");
        await room.take(FILE_BYTES);
        await writeEntry(join(folder, name), name, room.of(blocks.chunks(size)));
        paths.push(name);
      } else
        throw new DamagedFile(
          `The archive has something that is neither a file nor a folder: ${JSON.stringify(name)}.`,
        );
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR")
      throw new DamagedFile("The archive is damaged, or not complete.");
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

const TAKEN = new Set(["EEXIST", "EISDIR", "ENOTDIR"]);

/** A second entry with a name would replace the first. */
async function writeEntry(target: string, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(content), createWriteStream(target, { mode: 0o600, flags: "wx" }));
  } catch (error) {
    if (TAKEN.has((error as NodeJS.ErrnoException).code ?? "")) throw new DamagedFile(`The archive has ${name} twice.`);
    throw error;
  }
}

function headerOf(header: Buffer): { path: string; size: number; type: string } {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (numberAt(header, 148, 8) !== sum) throw new DamagedFile("The archive is damaged, or not a tar file.");
  const text = (from: number, length: number) => header.toString("utf8", from, from + length).replace(/\0[\s\S]*$/, "");
  const prefix = header.toString("latin1", 257, 262) === "ustar" ? text(345, 155) : "";
  const path = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
  return { path, size: numberAt(header, 124, 12), type: String.fromCharCode(header[156] as number) };
}

/** Octal digits; or, for large files, bytes behind a first bit. */
function numberAt(header: Buffer, at: number, length: number): number {
  const field = header.subarray(at, at + length);
  if ((field[0] as number) & 0x80) {
    const value = field.subarray(-6).readUIntBE(0, 6);
    if (value > Number.MAX_SAFE_INTEGER) throw new DamagedFile("The archive is damaged.");
    return value;
  }
  const digits = field.toString("latin1").replace(/[\0 ]/g, "");
  if (!/^[0-7]*$/.test(digits)) throw new DamagedFile("The archive is damaged, or not a tar file.");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

/** Lines of `length key=value`. */
function paxPath(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString("utf8"))?.[1];
}

/** Reads a stream in pieces of given sizes, up to a total. */
class Blocks {
  readonly #chunks: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);
  #room: number;

  constructor(stream: AsyncIterable<Buffer>, most: number) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#room = most;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#room -= value.length;
    if (this.#room < 0) throw new DamagedFile("The archive unpacks to more than it can hold.");
    this.#left = this.#left.length === 0 ? value : Buffer.concat([this.#left, value]);
    return true;
  }

  /** Undefined at the end. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#left.length < length) if (!(await this.#more())) return undefined;
    const taken = this.#left.subarray(0, length);
    this.#left = this.#left.subarray(length);
    return taken;
  }

  /** The content of an entry, in pieces, with the padding behind it. */
  async *chunks(size: number): AsyncGenerator<Buffer> {
    let left = size;
    while (left > 0) {
      if (this.#left.length === 0 && !(await this.#more())) throw new DamagedFile("The archive is not complete.");
      const piece = this.#left.subarray(0, Math.min(left, this.#left.length));
      this.#left = this.#left.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
    await this.take((BLOCK - (size % BLOCK)) % BLOCK);
  }

  async content(size: number, most: number): Promise<Buffer> {
    if (size > most) throw new DamagedFile("The archive is damaged.");
    const pieces: Buffer[] = [];
    for await (const piece of this.chunks(size)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}

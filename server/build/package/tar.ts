/** Writes a directory as a compressed archive (ustar and gzip), which every system can open without another program. */
import { createReadStream, createWriteStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipTightly } from "./deflate/gzip.ts";

const BLOCK = 512;
/** Fields of a header, with their lengths. Names are divided at a slash if they are long. */
const NAME = 100;
const PREFIX = 155;

export interface Archive {
  readonly directory: string;
  /** The directory in the archive that contains everything. */
  readonly top: string;
  readonly file: string;
  /** UNIX seconds, of every file: the same contents make the same archive. */
  readonly madeAt: number;
}

/** Everything in it belongs to root, can be read by everyone, and changed by nobody else. */
export async function writeArchive({ directory, top, file, madeAt }: Archive): Promise<void> {
  // With hidden files, which are what V8 has compiled, and licences.
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  async function* blocks() {
    for (const path of files) {
      const { size, mode } = statSync(path);
      const name = `${top}/${path.slice(directory.length + 1).replaceAll("\\", "/")}`;
      yield header({ name, size, isExecutable: (mode & 0o100) !== 0, madeAt });
      if (size > 0) yield* createReadStream(path, { highWaterMark: 1 << 20 });
      yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
    }
    yield Buffer.alloc(2 * BLOCK);
  }
  await pipeline(gzipTightly(blocks()), createWriteStream(file));
}

interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly isExecutable: boolean;
  readonly madeAt: number;
}

function header({ name, size, isExecutable, madeAt }: ArchivedFile): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, rest] = divided(name);
  block.write(rest, 0);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at);
  octal(isExecutable ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(madeAt, 136, 12);
  block.write("        0", 148);
  block.write("ustar\x0000root", 257);
  block.write("root", 297);
  block.write(prefix, 345);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return block;
}

function divided(name: string): readonly [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= NAME) return ["", name];
  const at = name.indexOf("/", Buffer.byteLength(name) - NAME - 1);
  const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
  if (at < 0 || Buffer.byteLength(prefix) > PREFIX || Buffer.byteLength(rest) > NAME)
    throw new Error(`The name is too long for an archive: ${name}`);
  return [prefix, rest];
}

/** Finds out which program an archive comes from, by what is in it. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { MARKER_FILE } from "../exports/zulip/format.ts";
import { ZipArchive } from "./archives/zip.ts";
import { linesIn } from "./mattermost/archive.ts";
import type { SourceName } from "./records.ts";
import { SlackArchive } from "./slack/archive.ts";

/** An export of Parley is in its own format, or in Zulip's. */
export type ArchiveKind = SourceName | "parley" | "parley-in-zulip-format";

const BEGINNING = 4096;

/** Undefined if it is none that can be imported. */
export async function recognise(file: string): Promise<ArchiveKind | undefined> {
  const head = await beginningOf(file);
  if (head.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return kindOfUnpacked(await unpackedBeginning(file));
  if (isZipHead(head)) return kindOfZip(file);
  return kindOfUnpacked(head);
}

async function kindOfZip(file: string): Promise<ArchiveKind | undefined> {
  const zip = await ZipArchive.open(file);
  try {
    if (SlackArchive.isOne(zip)) return "slack";
    return linesIn(zip) === undefined ? undefined : "mattermost";
  } finally {
    await zip.close();
  }
}

function kindOfUnpacked(head: Buffer): ArchiveKind | undefined {
  const text = head.toString("utf8");
  if (text.startsWith('{"parley_export"')) return "parley";
  // No other archive is a tar file.
  if (head.toString("latin1", 257, 262) === "ustar") return kindOfTar(text.slice(0, 100));
  return /^\s*\{\s*"type"\s*:\s*"version"/.test(text) ? "mattermost" : undefined;
}

/** Its first file says that Parley wrote it. */
const kindOfTar = (first: string): ArchiveKind =>
  first.split("\0")[0]?.endsWith(`/${MARKER_FILE}`) ? "parley-in-zulip-format" : "zulip";

const isZipHead = (head: Buffer): boolean => head.toString("latin1", 0, 2) === "PK";

export const isZip = async (file: string): Promise<boolean> => isZipHead(await beginningOf(file));

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    return await bytesAt(handle, 0, BEGINNING);
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Empty if it cannot be unpacked. */
async function unpackedBeginning(file: string): Promise<Buffer> {
  const source = createReadStream(file);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source.pipe(createGunzip())) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= BEGINNING) break;
    }
  } catch {
    // Its reader says what is wrong.
  } finally {
    source.destroy();
  }
  return Buffer.concat(chunks).subarray(0, BEGINNING);
}

const SAMPLE = 1024 * 1024;

/**
 * Recognizes a file without reading all of it: the size, the beginning and the end, where archives have the checksums of
 * everything in them.
 */
export async function fingerprintOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const hash = createHash("sha256").update(`${size}\n`);
    hash.update(await bytesAt(handle, 0, SAMPLE));
    hash.update(await bytesAt(handle, Math.max(0, size - SAMPLE), SAMPLE));
    return hash.digest("hex");
  } finally {
    await handle.close();
  }
}

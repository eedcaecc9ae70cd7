/** A file's name, path and type, from what the client declares. */
import { randomBytes, randomInt } from "node:crypto";
import { open } from "node:fs/promises";
import { Mime } from "mime/lite";
import otherTypes from "mime/types/other.js";
import standardTypes from "mime/types/standard.js";
import type { RealmId } from "../api/ids.ts";

const types = new Mime(standardTypes, otherTypes);

/** File systems allow 255 bytes, URLs are read by people, and escaping makes three characters of a byte. */
const MAX_PATH_NAME_BYTES = 150;
const MAX_NAME_LENGTH = 255;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** The displayed name. Some clients escape non-ASCII characters. */
export function fileName(sent: string): string {
  const name = unescaped(sent).toWellFormed().replace(CONTROL, "");
  return [...name].slice(0, MAX_NAME_LENGTH).join("") || "uploaded-file";
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The name in a URL. */
export function pathName(name: string): string {
  const kept = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  const short = shortened(kept);
  return short === "" || short === "." || short === ".." ? "uploaded-file" : short;
}

/** Keeps the extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_PATH_NAME_BYTES) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
  let room = MAX_PATH_NAME_BYTES - Buffer.byteLength(ending);
  let stem = "";
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + ending;
}

/** Not guessable. */
export function newPathId(realmId: RealmId, name: string): string {
  const token = randomBytes(18).toString("base64url");
  return `${realmId}/${randomInt(256).toString(16)}/${token}/${pathName(name)}`;
}

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/;
/** The parser's default for a part without a type, and what clients send for unknown ones. */
const UNKNOWN_TYPES = new Set(["text/plain", "application/octet-stream"]);

/** The declared type, otherwise by the file name. */
export function contentType(declared: string, name: string): string {
  const type = declared.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isKnown = TYPE.test(type);
  if (isKnown && !UNKNOWN_TYPES.has(type)) return type;
  return types.getType(name) ?? (isKnown ? type : "application/octet-stream");
}

const SAMPLE_BYTES = 64 * 1024;

/** Text is served with its character set. */
export async function withCharset(type: string, file: string): Promise<string> {
  if (type !== "text/plain") return type;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return `text/plain; charset=${charsetOf(buffer.subarray(0, bytesRead))}`;
  } finally {
    await handle.close();
  }
}

function charsetOf(sample: Buffer): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  try {
    // A larger sample may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: sample.length === SAMPLE_BYTES });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

const SHOWN = new Set([
  ...["aac", "flac", "mp4", "mpeg", "wav", "webm"].map((type) => `audio/${type}`),
  ...["apng", "avif", "gif", "jpeg", "png", "webp"].map((type) => `image/${type}`),
  ...["mp4", "webm"].map((type) => `video/${type}`),
  "application/pdf",
  "text/plain",
]);

/** Whether a browser may display it inline. Never for executable types: they would run as one of our pages. */
export const isShownInPlace = (type: string): boolean => SHOWN.has(type.split(";", 1)[0] as string);

/**
 * Which external content may be shown: images, videos and recordings that browsers display without running code. The
 * declared type and the actual content must agree.
 */

/** Container formats, by their signature. */
type Container = "mp4" | "matroska" | "ogg" | "wave" | "flac" | "mpeg" | "adts";

const PICTURES: Readonly<Record<string, string>> = {
  "image/png": "image/png",
  "image/jpeg": "image/jpeg",
  "image/jpg": "image/jpeg",
  "image/gif": "image/gif",
  "image/webp": "image/webp",
  "image/avif": "image/avif",
  "image/bmp": "image/bmp",
  "image/x-ms-bmp": "image/bmp",
};

const RECORDINGS: Readonly<Record<string, readonly Container[]>> = {
  "video/mp4": ["mp4"],
  "video/quicktime": ["mp4"],
  "video/webm": ["matroska"],
  "video/ogg": ["ogg"],
  "audio/aac": ["adts"],
  "audio/flac": ["flac"],
  "audio/x-flac": ["flac"],
  "audio/mp4": ["mp4"],
  "audio/x-m4a": ["mp4"],
  "audio/mpeg": ["mpeg"],
  "audio/mp3": ["mpeg"],
  "audio/ogg": ["ogg"],
  "audio/wav": ["wave"],
  "audio/wave": ["wave"],
  "audio/x-wav": ["wave"],
  "audio/webm": ["matroska"],
};

/** Enough of a file to identify it. */
export const TELLING_BYTES = 16;

export interface ContentKind {
  readonly is: "picture" | "recording";
  /** The content type we send. */
  readonly contentType: string;
}

/** The declared type; undefined if it is not allowed. */
export function declaredKind(contentType: string | undefined): ContentKind | undefined {
  const declared = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const picture = Object.hasOwn(PICTURES, declared) ? PICTURES[declared] : undefined;
  if (picture !== undefined) return { is: "picture", contentType: picture };
  return Object.hasOwn(RECORDINGS, declared) ? { is: "recording", contentType: declared } : undefined;
}

/** Whether the content matches its declared type. */
export function beginsAs(kind: ContentKind, beginning: Buffer): boolean {
  if (kind.is === "picture") return pictureType(beginning) === kind.contentType;
  const container = containerOf(beginning);
  return container !== undefined && RECORDINGS[kind.contentType]?.includes(container) === true;
}

const says = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));

const BRANDS_OF_PICTURES = /^(?:avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/;

/** The major brand of ISO media files. */
const brandOf = (bytes: Buffer): string | undefined =>
  says(bytes, 4, "ftyp") ? bytes.subarray(8, 12).toString("latin1") : undefined;

function pictureType(bytes: Buffer): string | undefined {
  if (says(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (says(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  if (says(bytes, 0, "GIF87a") || says(bytes, 0, "GIF89a")) return "image/gif";
  if (says(bytes, 0, "RIFF") && says(bytes, 8, "WEBP")) return "image/webp";
  // `mif1` only says that it is an image; browsers show nothing else as AVIF.
  if (/^(?:avif|avis|mif1)$/.test(brandOf(bytes) ?? "")) return "image/avif";
  // The two reserved fields after the size are zero, unlike in any text.
  return says(bytes, 0, "BM") && says(bytes, 6, "\0\0\0\0") ? "image/bmp" : undefined;
}

function containerOf(bytes: Buffer): Container | undefined {
  const brand = brandOf(bytes);
  if (brand !== undefined) return BRANDS_OF_PICTURES.test(brand) ? undefined : "mp4";
  if (says(bytes, 0, "\x1aE\xdf\xa3")) return "matroska";
  if (says(bytes, 0, "OggS")) return "ogg";
  if (says(bytes, 0, "RIFF") && says(bytes, 8, "WAVE")) return "wave";
  if (says(bytes, 0, "fLaC")) return "flac";
  if (says(bytes, 0, "ID3")) return "mpeg";
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff) return undefined;
  // A frame begins with eleven ones, then version and layer; AAC has no layer.
  if ((second & 0xf6) === 0xf0) return "adts";
  return (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 ? "mpeg" : undefined;
}

/** Parses dates: ISO 8601, common English formats, or UNIX seconds. The default time zone is UTC. */

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?|\[?[A-Za-z]+(?:\/[A-Za-z_+-]+)+\]?)?$/i;
const WORDS = new Set(
  (
    "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september " +
    "october november december mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday " +
    "saturday sunday am pm t z utc gmt est edt cst cdt mst mdt pst pdt"
  ).split(" "),
);
const MAX_LENGTH = 100;

export function parseMoment(written: string): Date | undefined {
  const trimmed = written.trim();
  if (trimmed === "" || trimmed.length > MAX_LENGTH) return undefined;
  const milliseconds = fromSeconds(trimmed) ?? (ISO.test(trimmed) ? fromIso(trimmed) : fromEnglish(trimmed));
  if (milliseconds === undefined || Number.isNaN(milliseconds)) return undefined;
  const date = new Date(milliseconds);
  // Years that need a sign are typing errors.
  return date.getTime() >= -62_135_596_800_000 && date.getTime() < 253_402_300_800_000 ? date : undefined;
}

/** `2024-01-02T03:04:05Z`, as in the `datetime` attribute. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

function fromSeconds(written: string): number | undefined {
  return /^-?\d{1,12}(?:\.\d+)?$/.test(written) ? Math.floor(Number(written)) * 1_000 : undefined;
}

function fromIso(written: string): number | undefined {
  const match = ISO.exec(written);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const zone = (match[7] ?? "UTC").replace(/[[\]]/g, "");
  try {
    const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second } as DateParts, {
      overflow: "reject",
    });
    return local.toZonedDateTime(zoneName(zone)).epochMilliseconds;
  } catch {
    return undefined;
  }
}

interface DateParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

function zoneName(zone: string): string {
  if (/^(?:z|utc|gmt)$/i.test(zone)) return "UTC";
  const offset = /^([+-]\d{2}):?(\d{2})?$/.exec(zone);
  return offset === null ? zone : `${offset[1]}:${offset[2] ?? "00"}`;
}

/** The engine's parser accepts nearly anything with a number, so every word must belong to a date. */
function fromEnglish(written: string): number | undefined {
  const plain = written
    .replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1")
    .replace(/\b(\d{1,2})(:\d{2})?\s*([ap]m)\b/gi, (_, hour, minutes = ":00", half) => `${hour}${minutes} ${half}`);
  const words = plain.match(/[A-Za-z]+/g) ?? [];
  if (!/\d/.test(plain) || !words.every((word) => WORDS.has(word.toLowerCase()))) return undefined;
  const zoned = /(?:\b(?:z|utc|gmt|[ecmp][sd]t)|\d[+-]\d{2}:?\d{2}|\s[+-]\d{4})$/i.test(plain);
  const parsed = Date.parse(zoned ? plain : `${plain} UTC`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

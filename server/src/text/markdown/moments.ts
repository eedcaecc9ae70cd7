/** Parses dates: ISO 8601, common English formats, or UNIX seconds. The default time zone is UTC. */

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?|\[?[A-Za-z]+(?:\/[A-Za-z_+-]+)+\]?)?$/i;
const WORDS = new Set(
  (
    "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september " +
    "october november december mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday " +
    "saturday sunday am pm t z utc gmt"
  ).split(" "),
);
/**
 * Abbreviations of time zones, in minutes east of Greenwich. Some are used in several places; these are the meanings
 * that existing clients expect.
 */
const ZONES: ReadonlyMap<string, number> = new Map(
  (
    "sst-660 hst-600 akst-540 hdt-540 akdt-480 pst-480 pdt-420 mst-420 mdt-360 cst-360 cdt-300 est-300 edt-240 ast-240 " +
    "nst-210 adt-180 ndt-150 wet+0 bst+60 cet+60 met+60 wat+60 west+60 cat+120 cest+120 eet+120 mest+120 sast+120 " +
    "eat+180 eest+180 idt+180 msk+180 pkt+300 ist+330 wib+420 awst+480 hkt+480 wita+480 jst+540 kst+540 wit+540 " +
    "acst+570 aest+600 chst+600 acdt+630 aedt+660 nzst+720 nzdt+780"
  )
    .split(" ")
    .map((zone) => [zone.slice(0, zone.search(/[+-]/)), Number(zone.slice(zone.search(/[+-]/)))]),
);
const ZONED = /(?:\b(?:z|utc|gmt)|\d[+-]\d{2}:?\d{2}|\s[+-]\d{4})$/i;
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
  const words = (plain.match(/[A-Za-z]+/g) ?? []).map((word) => word.toLowerCase());
  const zones = words.filter((word) => ZONES.has(word));
  if (!/\d/.test(plain) || zones.length > 1 || !words.every((word) => WORDS.has(word) || ZONES.has(word)))
    return undefined;
  const [zone] = zones;
  if (zone !== undefined) return inZone(plain, zone);
  const parsed = Date.parse(ZONED.test(plain) ? plain : `${plain} UTC`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function inZone(written: string, zone: string): number | undefined {
  const local = written.replace(new RegExp(`\\b${zone}\\b`, "i"), " ").trim();
  if (ZONED.test(local)) return undefined;
  const parsed = ISO.test(local) ? fromIso(local) : Date.parse(`${local} UTC`);
  return parsed === undefined || Number.isNaN(parsed) ? undefined : parsed - (ZONES.get(zone) ?? 0) * 60_000;
}

/** Local times and moments, in the zones that this machine knows. */

import { dateFormat } from "../../../../kernel/date-formats.ts";

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return dateFormat("en", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
}

export const isKnownZone = (zone: string): boolean => formatIn(zone) !== undefined;

/** What a clock on the wall shows. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** As if the clock hung in Greenwich, in seconds. */
export const asUtc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second) / 1000;

/** The moment at which clocks there show this time; of a time that clocks skip, the one as long after the change. */
export function momentOf(wall: WallTime, zone: string): number {
  const shown = asUtc(wall);
  const first = shown - offsetAt(shown, zone);
  return shown - offsetAt(first, zone);
}

/** The difference to Greenwich, in seconds, of clocks that show this time. */
export const offsetOf = (wall: WallTime, zone: string): number => asUtc(wall) - momentOf(wall, zone);

/** How many seconds clocks there are ahead of Greenwich. */
function offsetAt(moment: number, zone: string): number {
  const format = formatIn(zone);
  if (!format) return 0;
  const parts = Object.fromEntries(format.formatToParts(moment * 1000).map(({ type, value }) => [type, Number(value)]));
  return asUtc(parts as unknown as WallTime) - Math.floor(moment);
}

/** Imports after events, and what the page shows of one. */
import { isEvent, type ServerEvent } from "@parley/client";
import { type imports as api, importEvents, type ShapeOf } from "@parley/server/contract";

export type ArchiveImport = ShapeOf<typeof api.importFields>;
export type ImportTally = NonNullable<ShapeOf<(typeof api.getImport)["response"]>["plan"]>;

/** Newest first. */
export function afterEvents(
  imports: readonly ArchiveImport[],
  events: readonly ServerEvent[],
): readonly ArchiveImport[] {
  let next = imports;
  for (const event of events) {
    if (!isEvent(event, importEvents.importEvent)) continue;
    const { import: changed } = event;
    next = next.some(({ id }) => id === changed.id)
      ? next.map((each) => (each.id === changed.id ? changed : each))
      : [changed, ...next];
  }
  return next;
}

export const isUnderWay = ({ state }: ArchiveImport): boolean =>
  state === "reading" || state === "ready" || state === "running";

const [MINUTE, HOUR] = [60, 3600];

/** As exact as an estimate is: in seconds, in minutes, or in hours. */
export function roughly(seconds: number): number {
  if (seconds < 1.5 * MINUTE) return Math.max(1, Math.round(seconds));
  const unit = seconds < 1.5 * HOUR ? MINUTE : HOUR;
  return Math.ceil(seconds / unit) * unit;
}

/** Undefined while nobody knows how much there is. */
export const shareOf = ({ done, total }: Pick<ArchiveImport, "done" | "total">): number | undefined =>
  total === null || total === 0 ? undefined : Math.min(1, done / total);

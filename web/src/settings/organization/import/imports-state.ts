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

/** The last event about each import: enough to bring a list up to date that is still on its way. */
export function withNews(known: readonly ServerEvent[], events: readonly ServerEvent[]): readonly ServerEvent[] {
  const newest = new Map<number, ServerEvent>();
  for (const event of [...known, ...events])
    if (isEvent(event, importEvents.importEvent)) newest.set(event.import.id, event);
  return [...newest.values()];
}

/** Whether the import has ended with one of these events: only then is its report another one. */
export const hasEnded = (id: number, events: readonly ServerEvent[]): boolean =>
  events.some(
    (event) => isEvent(event, importEvents.importEvent) && event.import.id === id && !isUnderWay(event.import),
  );

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

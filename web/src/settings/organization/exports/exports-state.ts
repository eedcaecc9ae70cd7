/** Exports, and who allows their private data in them, after events. */
import { isEvent, type ServerEvent } from "@parley/client";
import { type exports as api, exportEvents, type ShapeOf } from "@parley/server/contract";

export type DataExport = ShapeOf<typeof api.exportFields>;

export interface ExportsState {
  readonly exports: readonly DataExport[];
  /** Whether each person allows it; those who joined later do not, until they say so. */
  readonly consents: ReadonlyMap<number, boolean>;
}

export function afterEvents(state: ExportsState, events: readonly ServerEvent[]): ExportsState {
  let next = state;
  for (const event of events) {
    if (isEvent(event, exportEvents.exportsEvent)) next = { ...next, exports: event.exports };
    if (isEvent(event, exportEvents.exportConsentEvent))
      next = { ...next, consents: new Map(next.consents).set(event.user_id, event.consented) };
  }
  return next;
}

export type ExportStage = "pending" | "ready" | "failed" | "deleted";

export function stageOf({ pending, failed_timestamp, deleted_timestamp }: DataExport): ExportStage {
  if (deleted_timestamp !== null) return "deleted";
  if (failed_timestamp !== null) return "failed";
  return pending ? "pending" : "ready";
}

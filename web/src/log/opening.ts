/** Where a log opens, and how its anchor is positioned on the screen. */
import type { Anchor, ViewState } from "@parley/client";
import { type NarrowTerm, openingOf, startOfDay } from "../address/narrow.ts";
import { kindOf } from "./marking.ts";
import type { LogPlace, RowKey } from "./place.ts";

/** What a history entry remembers of a log. */
export interface Remembered {
  /** The message at the top, and the distance of its text from the top of the log. */
  readonly place: { readonly id: number; readonly offset: number } | "end";
  readonly cursor: number | undefined;
}

export interface LogOpening {
  readonly anchor: Anchor;
  /** The anchor's position: the rule a quarter down, centred for a link, or exactly as before. */
  readonly stands: "quarter" | "middle" | { readonly offset: number };
  /** The message that a link points to. */
  readonly linked: number | undefined;
  readonly cursor: number | undefined;
}

export function openingFor(terms: readonly NarrowTerm[], remembered: Remembered | undefined): LogOpening {
  const nothing = { linked: undefined, cursor: undefined };
  if (remembered?.place === "end")
    return { ...nothing, anchor: "newest", stands: "quarter", cursor: remembered.cursor };
  if (remembered) {
    const { id, offset } = remembered.place;
    return { ...nothing, anchor: id, stands: { offset }, cursor: remembered.cursor };
  }
  const asked = openingOf(terms);
  if (asked?.at === "message")
    return { anchor: asked.messageId, stands: "middle", linked: asked.messageId, cursor: asked.messageId };
  if (asked?.at === "day") return { ...nothing, anchor: { date: startOfDay(asked.day) }, stands: "quarter" };
  // Search results open at the newest.
  return { ...nothing, anchor: kindOf(terms) === "search" ? "newest" : "first_unread", stands: "quarter" };
}

export function rememberedIn(value: unknown): Remembered | undefined {
  const { place, cursor } = (value ?? {}) as Partial<Remembered>;
  const isPlace = place === "end" || (typeof place?.id === "number" && typeof place.offset === "number");
  return isPlace ? { place, cursor: typeof cursor === "number" ? cursor : undefined } : undefined;
}

/** What to remember to reopen the log here. */
export function rememberedFrom(place: LogPlace, cursor: RowKey | undefined): Remembered | undefined {
  const kept = typeof cursor === "number" ? cursor : undefined;
  if (place.at === "end") return { place: "end", cursor: kept };
  if (place.at === "nowhere" || typeof place.key !== "number") return undefined;
  const offset = place.at === "row" ? place.offset : typeof place.stands === "object" ? place.stands.offset : undefined;
  return offset === undefined ? undefined : { place: { id: place.key, offset }, cursor: kept };
}

/** The reader's place once the messages of an opening are loaded. */
export function placeFor(
  { anchor, stands }: LogOpening,
  { ids, anchor: found, firstUnread }: Pick<ViewState, "ids" | "anchor" | "firstUnread">,
): LogPlace {
  const wanted = anchor === "first_unread" ? firstUnread : anchor === "newest" ? undefined : found;
  if (wanted === undefined) return { at: "end" };
  // The requested message may be gone: use the next one.
  const key = ids.find((id) => id >= wanted) ?? ids.at(-1);
  return key === undefined ? { at: "end" } : { at: "opening", key, stands };
}

/** Saves drafts. By itself, with nothing to draw: it goes on when the rest of the composer fails. */
import { useDraftKeeping } from "./drafts/useDraftKeeping.ts";

export function KeepingDrafts() {
  useDraftKeeping();
  return null;
}

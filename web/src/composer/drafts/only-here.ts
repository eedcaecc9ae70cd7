/** Texts that were set down and that only this browser has: drafts are not synchronized, or the server did not get them. */
import { type Draft, normalised } from "@parley/client";
import type { Sheet } from "../sheet.ts";
import { isSameTarget, targetOfDraft } from "../target.ts";

/** The one that was set down last comes first. */
export function onlyHere(setDown: readonly Sheet[], drafts: ReadonlyMap<number, Draft>, ownId: number): Sheet[] {
  const held = new Set(setDown.map(({ draftId }) => draftId));
  // The event of a draft may come before its id is known here.
  const hasArrived = ({ target, text }: Sheet) =>
    [...drafts.values()].some(
      (draft) =>
        !held.has(draft.id) && draft.content === normalised(text) && isSameTarget(targetOfDraft(draft, ownId), target),
    );
  return setDown
    .filter((sheet) => (sheet.draftId === undefined ? !hasArrived(sheet) : !drafts.has(sheet.draftId)))
    .reverse();
}

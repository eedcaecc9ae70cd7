/** Drafts of an earlier visit that the server did not get, as this browser kept them. */
import type { Draft } from "@parley/client";
import type { Desk } from "../desk.ts";
import { isSameTarget, targetOfDraft } from "../target.ts";
import type { KeptDraft } from "./keeper.ts";

interface Known {
  readonly kept: readonly KeptDraft[];
  readonly drafts: ReadonlyMap<number, Draft>;
  /** Whether the server has these drafts now; otherwise they are those of an earlier visit, and prove nothing. */
  readonly isUpToDate: boolean;
  readonly ownId: number;
}

/**
 * Puts them on the desk, except those that reached the server while the page was closing. One whose draft was changed
 * elsewhere since becomes a separate draft, so that neither version replaces the other.
 */
export function takeUp(desk: Desk, { kept, drafts, isUpToDate, ownId }: Known): void {
  const isSame = (one: KeptDraft["draft"], other: KeptDraft["draft"]) =>
    one.content === other.content && isSameTarget(targetOfDraft(one, ownId), targetOfDraft(other, ownId));
  const arrived = isUpToDate ? [...drafts.values()] : [];
  for (const { draft, id, saved } of kept) {
    if (arrived.some((known) => isSame(known, draft))) continue;
    const theirs = isUpToDate && id !== undefined ? drafts.get(id) : undefined;
    const isChanged = theirs !== undefined && !(saved && isSame(theirs, saved));
    desk.adopt(targetOfDraft(draft, ownId), draft.content, isChanged ? undefined : id);
  }
}

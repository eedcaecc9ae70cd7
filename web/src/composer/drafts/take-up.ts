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

/** Puts them on the desk, except those that reached the server while the page was closing. */
export function takeUp(desk: Desk, { kept, drafts, isUpToDate, ownId }: Known): void {
  const arrived = isUpToDate ? [...drafts.values()] : [];
  for (const { draft, id } of kept) {
    const target = targetOfDraft(draft, ownId);
    const hasArrived = arrived.some(
      (known) => known.content === draft.content && isSameTarget(targetOfDraft(known, ownId), target),
    );
    if (!hasArrived) desk.adopt(target, draft.content, id);
  }
}

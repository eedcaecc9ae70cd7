/** Drafts of an earlier visit that the server did not get, as this browser kept them. */
import type { Draft } from "@parley/client";
import type { Desk } from "../desk.ts";
import { isSameTarget, targetOfDraft } from "../target.ts";
import type { KeptDraft } from "./keeper.ts";

interface Known {
  readonly kept: readonly KeptDraft[];
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly ownId: number;
}

/** Puts them on the desk, except those that reached the server while the page was closing. */
export function takeUp(desk: Desk, { kept, drafts, ownId }: Known): void {
  for (const { draft, id } of kept) {
    const target = targetOfDraft(draft, ownId);
    const hasArrived = [...drafts.values()].some(
      (known) => known.content === draft.content && isSameTarget(targetOfDraft(known, ownId), target),
    );
    if (!hasArrived) desk.adopt(target, draft.content, id);
  }
}

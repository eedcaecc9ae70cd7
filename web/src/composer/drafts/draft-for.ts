/** The most recently edited draft for a conversation. */
import type { Draft, State } from "@parley/client";
import { isSameTarget, type Target, targetOfDraft } from "../target.ts";

export function draftFor({ drafts, users }: Pick<State, "drafts" | "users">, target: Target): Draft | undefined {
  return [...drafts.values()]
    .filter((draft) => isSameTarget(targetOfDraft(draft, users.ownId), target))
    .reduce<Draft | undefined>(
      (newest, each) => (newest && newest.timestamp >= each.timestamp ? newest : each),
      undefined,
    );
}

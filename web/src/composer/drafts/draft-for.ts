/** The most recently edited draft for a conversation. */
import type { Draft, State } from "@parley/client";
import { isSameTarget, type Target, targetOfDraft } from "../target.ts";

const NONE: ReadonlySet<number> = new Set();

export function draftFor(
  { drafts, users }: Pick<State, "drafts" | "users">,
  target: Target,
  except: ReadonlySet<number> = NONE,
): Draft | undefined {
  return [...drafts.values()]
    .filter((draft) => !except.has(draft.id) && isSameTarget(targetOfDraft(draft, users.ownId), target))
    .reduce<Draft | undefined>(
      (newest, each) => (newest && newest.timestamp >= each.timestamp ? newest : each),
      undefined,
    );
}

import type { drafts } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type Draft = drafts.Draft;

/** By id. */
export type DraftsState = ReadonlyMap<number, Draft>;

const byId = (all: readonly Draft[]) => new Map(all.map((draft) => [draft.id, draft]));

export const draftsPart = part<DraftsState>({
  from: (snapshot) => byId(snapshot.drafts ?? []),

  apply(state, event) {
    // Nothing else is said of the drafts that go with the setting.
    if (event.type === "user_settings" && event.property === "enable_drafts_synchronization") return new Map();
    if (event.type !== "drafts") return state;
    if (event.op === "add") return new Map([...state, ...byId(event.drafts as Draft[])]);
    if (event.op === "remove") return withoutEntry(state, event.draft_id as number);
    const draft = event.draft as Draft;
    return withEntry(state, draft.id, draft);
  },
});

import type { drafts } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type Draft = drafts.Draft;

/** By id. */
export type DraftsState = ReadonlyMap<number, Draft>;

const byId = (all: readonly Draft[]) => new Map(all.map((draft) => [draft.id, draft]));

export const draftsPart = part<DraftsState>({
  from: (snapshot) => byId(snapshot.drafts ?? []),

  on: {
    drafts: {
      add: (state, { drafts }) => new Map([...state, ...byId(drafts)]),
      update: (state, { draft }) => withEntry(state, draft.id, draft),
      remove: (state, { draft_id }) => withoutEntry(state, draft_id),
    },
    user_settings: {
      // Turning synchronization off deletes the drafts without further events.
      update: (state, { property }) => (property === "enable_drafts_synchronization" ? new Map() : state),
    },
  },
});

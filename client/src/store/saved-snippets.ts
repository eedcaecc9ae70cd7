import type { ShapeOf, savedSnippets } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type SavedSnippet = ShapeOf<typeof savedSnippets.snippetFields>;

/** By id. */
export type SavedSnippetsState = ReadonlyMap<number, SavedSnippet>;

const put = (state: SavedSnippetsState, { saved_snippet }: { readonly saved_snippet: SavedSnippet }) =>
  withEntry(state, saved_snippet.id, saved_snippet);

export const savedSnippetsPart = part<SavedSnippetsState>({
  from: (snapshot) => new Map((snapshot.saved_snippets ?? []).map((snippet) => [snippet.id, snippet])),

  on: {
    saved_snippets: {
      add: put,
      update: put,
      remove: (state, { saved_snippet_id }) => withoutEntry(state, saved_snippet_id),
    },
  },
});

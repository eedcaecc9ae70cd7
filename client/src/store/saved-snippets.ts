import type { ShapeOf, savedSnippets } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type SavedSnippet = ShapeOf<typeof savedSnippets.snippetFields>;

/** By id. */
export type SavedSnippetsState = ReadonlyMap<number, SavedSnippet>;

export const savedSnippetsPart = part<SavedSnippetsState>({
  from: (snapshot) => new Map((snapshot.saved_snippets ?? []).map((snippet) => [snippet.id, snippet])),

  apply(state, event) {
    if (event.type !== "saved_snippets") return state;
    if (event.op === "remove") return withoutEntry(state, event.saved_snippet_id as number);
    const snippet = event.saved_snippet as SavedSnippet;
    return withEntry(state, snippet.id, snippet);
  },
});

import { openSnapshotPart } from "../../kernel/feature.ts";
import { savedSnippetsState } from "./contract.ts";
import { snippetsOf } from "./store.ts";

export const savedSnippetsSnapshot = openSnapshotPart("saved_snippets", savedSnippetsState, async ({ db, user }) => ({
  saved_snippets: await snippetsOf(db, user.id),
}));

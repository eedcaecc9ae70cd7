import { route } from "../../kernel/http/route.ts";
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet } from "./actions.ts";
import * as contract from "./contract.ts";
import { snippetsOf } from "./store.ts";

export const savedSnippetRoutes = [
  route(contract.getSavedSnippets, async ({ db, user }) => ({ saved_snippets: await snippetsOf(db, user.id) })),

  route(contract.createSavedSnippet, async (ctx, texts) => ({
    saved_snippet_id: await createSavedSnippet(ctx, texts),
  })),

  route(contract.editSavedSnippet, async (ctx, { saved_snippet_id, title, content }) => {
    await editSavedSnippet(ctx, saved_snippet_id, {
      ...(title === undefined ? {} : { title }),
      ...(content === undefined ? {} : { content }),
    });
    return {};
  }),

  route(contract.deleteSavedSnippet, async (ctx, { saved_snippet_id }) => {
    await deleteSavedSnippet(ctx, saved_snippet_id);
    return {};
  }),
];

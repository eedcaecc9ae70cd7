import { demand } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom, demandTextFits } from "../../kernel/limits/room.ts";
import { SnippetDoesNotExist } from "./contract.ts";
import { snippetAddEvent, snippetRemoveEvent, snippetUpdateEvent } from "./events.ts";
import { changeSnippet, hasSnippet, insertSnippet, removeSnippet, type SnippetTexts } from "./store.ts";

export async function createSavedSnippet(ctx: WriteContext, texts: SnippetTexts): Promise<number> {
  const { db, user, now } = ctx;
  await demandRoom(ctx, "saved_snippets", { user_id: user.id });
  const snippet = await insertSnippet(db, { user_id: user.id, ...texts, date_created: now });
  await demandTextFits(ctx, "saved_snippet_characters", { user_id: user.id });
  append(ctx, snippetAddEvent({ op: "add", saved_snippet: snippet }), toUsers(user.id));
  return snippet.id;
}

/** Announced even if the texts did not change. */
export async function editSavedSnippet(ctx: WriteContext, id: number, texts: Partial<SnippetTexts>): Promise<void> {
  const { db, user } = ctx;
  demand(await hasSnippet(db, user.id, id), new SnippetDoesNotExist());
  if (Object.keys(texts).length === 0) return;
  const snippet = await changeSnippet(db, user.id, id, texts);
  if (!snippet) throw new SnippetDoesNotExist();
  await demandTextFits(ctx, "saved_snippet_characters", { user_id: user.id });
  append(ctx, snippetUpdateEvent({ op: "update", saved_snippet: snippet }), toUsers(user.id));
}

export async function deleteSavedSnippet(ctx: WriteContext, id: number): Promise<void> {
  const { db, user } = ctx;
  demand(await removeSnippet(db, user.id, id), new SnippetDoesNotExist());
  append(ctx, snippetRemoveEvent({ op: "remove", saved_snippet_id: id }), toUsers(user.id));
}

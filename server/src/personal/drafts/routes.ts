import { route } from "../../kernel/http/route.ts";
import { createDrafts, deleteDraft, demandSynchronization, editDraft } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentDraft } from "./present.ts";
import { draftsOf } from "./store.ts";

export const draftRoutes = [
  route(contract.getDrafts, async (ctx) => {
    demandSynchronization(ctx);
    const drafts = await draftsOf(ctx.db, ctx.user.id);
    return { count: drafts.length, drafts: drafts.map(presentDraft) };
  }),

  route(contract.createDrafts, async (ctx, { drafts }) => ({ ids: await createDrafts(ctx, drafts) })),

  route(contract.editDraft, async (ctx, { draft_id, draft }) => {
    await editDraft(ctx, draft_id, draft);
    return {};
  }),

  route(contract.deleteDraft, async (ctx, { draft_id }) => {
    await deleteDraft(ctx, draft_id);
    return {};
  }),
];

import { route } from "../../kernel/http/route.ts";
import { addLinkifier, removeLinkifier, reorderLinkifiers, updateLinkifier } from "./actions.ts";
import * as contract from "./contract.ts";
import { linkifiersOf } from "./store.ts";

export const linkifierRoutes = [
  route(contract.getLinkifiers, async ({ db, realm }) => ({ linkifiers: await linkifiersOf(db, realm.id) })),

  route(contract.addLinkifier, async (ctx, linkifier) => ({ id: await addLinkifier(ctx, linkifier) })),

  route(contract.updateLinkifier, async (ctx, { filter_id, ...linkifier }) => {
    await updateLinkifier(ctx, filter_id, linkifier);
    return {};
  }),

  route(contract.removeLinkifier, async (ctx, { filter_id }) => {
    await removeLinkifier(ctx, filter_id);
    return {};
  }),

  route(contract.reorderLinkifiers, async (ctx, { ordered_linkifier_ids }) => {
    await reorderLinkifiers(ctx, ordered_linkifier_ids);
    return {};
  }),
];

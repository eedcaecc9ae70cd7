import { route } from "../../kernel/http/route.ts";
import { addNavigationView, editNavigationView, removeNavigationView } from "./actions.ts";
import * as contract from "./contract.ts";
import { viewsOf } from "./store.ts";

export const navigationViewRoutes = [
  route(contract.getNavigationViews, async ({ db, user }) => ({ navigation_views: await viewsOf(db, user.id) })),

  route(contract.addNavigationView, async (ctx, { fragment, is_pinned, name = null }) => {
    await addNavigationView(ctx, { fragment, is_pinned, name });
    return {};
  }),

  route(contract.editNavigationView, async (ctx, { fragment, is_pinned, name }) => {
    await editNavigationView(ctx, fragment, {
      ...(is_pinned === undefined ? {} : { is_pinned }),
      ...(name === undefined ? {} : { name }),
    });
    return {};
  }),

  route(contract.removeNavigationView, async (ctx, { fragment }) => {
    await removeNavigationView(ctx, fragment);
    return {};
  }),
];

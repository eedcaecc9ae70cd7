import { route, steppedRoute } from "../../kernel/http/route.ts";
import { demandConfirmed } from "../second-factors/confirm.ts";
import { signInMethods, startLink, unlinkProvider } from "./actions.ts";
import * as contract from "./contract.ts";

export const linkedProviderRoutes = [
  route(contract.getSignInMethods, signInMethods),

  steppedRoute(contract.startProviderLink, async (ctx, { provider, confirmation }) => {
    demandConfirmed(ctx, confirmation);
    return { url: startLink(ctx, provider) };
  }),

  route(contract.unlinkProvider, async (ctx, { identity_id, confirmation }) => {
    demandConfirmed(ctx, confirmation);
    await unlinkProvider(ctx, identity_id);
    return {};
  }),
];

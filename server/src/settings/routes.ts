import { route } from "../http/route.ts";
import { updateSettings } from "./actions.ts";
import * as contract from "./contract.ts";

export const settingsRoutes = [
  route(contract.updateSettings, async (ctx, request) => {
    await updateSettings(ctx, request);
    return {};
  }),
];

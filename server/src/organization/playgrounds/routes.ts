import { route } from "../../kernel/http/route.ts";
import { addPlayground, removePlayground } from "./actions.ts";
import * as contract from "./contract.ts";

export const playgroundRoutes = [
  route(contract.addPlayground, async (ctx, playground) => ({ id: await addPlayground(ctx, playground) })),

  route(contract.removePlayground, async (ctx, { playground_id }) => {
    await removePlayground(ctx, playground_id);
    return {};
  }),
];

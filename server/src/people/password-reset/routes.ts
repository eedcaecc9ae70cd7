import { route } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { makePasswordResetLink } from "./link.ts";

export const passwordResetRoutes = [
  route(contract.makePasswordResetLink, (ctx, { user_id }) => makePasswordResetLink(ctx, user_id)),
];

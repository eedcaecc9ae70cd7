import { demand } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { route, steppedRoute } from "../../kernel/http/route.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { NoSuchUser } from "../users/contract.ts";
import { usersAddressed } from "../users/lookup.ts";
import type { UserRow } from "../users/present.ts";
import { userById } from "../users/store.ts";
import { reportPresence } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentNow } from "./present.ts";
import { readPresence } from "./read.ts";
import { presenceOf } from "./store.ts";

export const presenceRoutes = [
  // Opens a transaction only if there is something to write, which is rare.
  steppedRoute(contract.updatePresence, async (ctx, request) => {
    const { status, last_update_id, history_limit_days } = request;
    if (status !== "active" && status !== "idle") throw contract.invalidStatus({ status });
    await reportPresence(ctx, status);
    if (request.ping_only) return {};
    const isModern = last_update_id !== undefined || request.slim_presence;
    return readPresence(ctx, { last_update_id, history_limit_days, isModern });
  }),

  route(contract.getUserPresence, async (ctx, { user_id_or_email: who }) => {
    const user = await userNamed(ctx, who);
    demand(user.bot_type === null, new contract.PresenceOfBots());
    const known = await presenceOf(ctx.db, user.id);
    if (!known) throw contract.noPresence({ who });
    return { presence: presentNow({ ...known, date_joined: user.date_joined }, ctx.now) };
  }),

  route(contract.getRealmPresence, async (ctx) => {
    const asked = { history_limit_days: contract.HISTORY_DAYS, isModern: false };
    const { presences, server_timestamp } = await readPresence(ctx, asked);
    return { presences, server_timestamp };
  }),
];

/** By id, or by an address that the caller can use. Even restricted guests can see everyone's presence. */
async function userNamed(ctx: Context, who: string): Promise<UserRow> {
  const user = /^[0-9]{1,15}$/.test(who)
    ? await userById(ctx.db, ctx.realm.id, Number(who))
    : (await usersAddressed(ctx, [who])).get(addressKey(who));
  if (!user?.is_active) throw new NoSuchUser();
  return user;
}

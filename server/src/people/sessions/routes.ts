import { route } from "../../kernel/http/route.ts";
import { endOtherSessions, endOwnSession } from "./actions.ts";
import * as contract from "./contract.ts";
import { sessionsOf } from "./store.ts";

export const sessionRoutes = [
  route(contract.getSessions, async ({ db, user, now, session: current }) => {
    const sessions = await sessionsOf(db, user.id, now);
    return {
      sessions: sessions.map(({ seen_at, ...session }) => ({
        ...session,
        last_seen_at: seen_at,
        is_current: session.id === current,
      })),
    };
  }),

  route(contract.endSession, async (ctx, { session_id }) => {
    await endOwnSession(ctx, session_id);
    return {};
  }),

  route(contract.endOtherSessions, async (ctx) => {
    await endOtherSessions(ctx);
    return {};
  }),
];

import { snapshotPart } from "../../kernel/feature.ts";
import { presenceState } from "./contract.ts";
import { readPresence } from "./read.ts";

export const presenceSnapshot = snapshotPart(
  "presence",
  presenceState,
  (ctx, { profile, presence_history_limit_days: history_limit_days }) =>
    readPresence(ctx, {
      history_limit_days,
      isModern: profile.slim_presence || profile.capabilities.simplified_presence_events,
    }),
  // Visitors see nobody's presence.
  async ({ app }) => ({ presences: {}, server_timestamp: app.clock.now() / 1000 }),
);

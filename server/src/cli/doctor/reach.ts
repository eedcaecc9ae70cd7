/** Whether PostgreSQL answers at its addresses. Everything else about the database needs that. */
import type { Config } from "../../kernel/config.ts";
import { reachPostgres } from "../../kernel/db/postgres-start.ts";
import type { Check } from "./check.ts";

export const reachChecks: readonly Check<Config>[] = [
  {
    name: "the database can be reached",
    async problems({ databaseUrl, database: { listenUrl, waitMs } }) {
      if (!databaseUrl) return [];
      // It throws what is wrong, and what can be done about it.
      const now = { waitMs, startMs: 0, onWait() {} };
      await reachPostgres(databaseUrl, now);
      if (listenUrl) await reachPostgres(listenUrl, { ...now, name: "PARLEY_DATABASE_LISTEN_URL" });
      return [];
    },
  },
];

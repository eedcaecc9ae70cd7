/** The state of the page of exports: fetched when it opens, then kept up to date by events. */
import type { ServerEvent } from "@parley/client";
import { exports as api } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";
import { afterEvents, type ExportsState } from "./exports-state.ts";

interface LoadedExports {
  readonly state: ExportsState | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

export function useExports(): LoadedExports {
  const { connection, store } = useSession();
  const [state, setState] = useState<ExportsState>();
  const [problem, setProblem] = useState<string>();
  /** Raised to load everything again. */
  const [round, setRound] = useState(0);
  const reload = () => setRound((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again.
  useEffect(() => {
    let isHere = true;
    // Those that arrive before the answers do are newer than these, or in them.
    const early: ServerEvent[] = [];
    const load = async () => {
      const [{ exports }, { export_consents }] = await Promise.all([
        connection.call(api.getRealmExports, {}),
        connection.call(api.getExportConsents, {}),
      ]);
      const consents = new Map<number, boolean>(export_consents.map(({ user_id, consented }) => [user_id, consented]));
      if (isHere) setState(afterEvents({ exports, consents }, early));
    };
    setProblem(undefined);
    load().catch((error: unknown) => isHere && setProblem(sentenceOf(error)));
    const forget = store.onChange((_, events) => {
      // Events were missed.
      if (!events) return setRound((now) => now + 1);
      early.push(...events.filter(({ type }) => type.startsWith("realm_export")));
      setState((now) => now && afterEvents(now, events));
    });
    return () => {
      isHere = false;
      forget();
    };
  }, [connection, store, round]);
  return { state, problem, reload };
}

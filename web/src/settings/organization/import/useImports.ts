/** The imports of the organization: fetched when the page opens, then kept up to date by events. */
import type { ServerEvent } from "@parley/client";
import { imports as api } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";
import { type ArchiveImport, afterEvents, hasEnded, type ImportTally, withNews } from "./imports-state.ts";

interface LoadedImports {
  readonly imports: readonly ArchiveImport[] | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

export function useImports(): LoadedImports {
  const { connection, store } = useSession();
  const [imports, setImports] = useState<readonly ArchiveImport[]>();
  const [problem, setProblem] = useState<string>();
  /** Raised to load everything again. */
  const [round, setRound] = useState(0);
  const reload = () => setRound((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again.
  useEffect(() => {
    let isHere = true;
    // Those that arrive before the answer does are newer than it, or in it.
    let early: readonly ServerEvent[] | undefined = [];
    const load = async () => {
      const answer = await connection.call(api.getImports, {});
      if (isHere) setImports(afterEvents(answer.imports, early ?? []));
      early = undefined;
    };
    setProblem(undefined);
    load().catch((error: unknown) => isHere && setProblem(sentenceOf(error)));
    const forget = store.onChange((_, events) => {
      // Events were missed.
      if (!events) return setRound((now) => now + 1);
      early &&= withNews(early, events);
      setImports((now) => now && afterEvents(now, events));
    });
    return () => {
      isHere = false;
      forget();
    };
  }, [connection, store, round]);
  return { imports, problem, reload };
}

export interface ImportDetails {
  readonly plan: ImportTally | null;
  readonly report: ImportTally | null;
}

/** What an import would take, or has taken; fetched again when it is in another state. */
export function useImportDetails({ id, state }: ArchiveImport): ImportDetails | undefined {
  const { connection, store } = useSession();
  const [details, setDetails] = useState<ImportDetails>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other details.
  useEffect(() => {
    let isHere = true;
    const load = () =>
      connection.call(api.getImport, { import_id: id }).then(
        ({ plan, report }) => isHere && setDetails({ plan, report }),
        // What there is stays; the list says it if the server cannot be reached.
        () => {},
      );
    void load();
    // The report of an import that ended early comes later: with an event, or with the end of the queue.
    const forget = store.onChange((_, events) => {
      if (!events || hasEnded(id, events)) void load();
    });
    return () => {
      isHere = false;
      forget();
    };
  }, [connection, store, id, state]);
  return details;
}

/** Pages of the audit log, read one after the other. */
import { auditLog as api } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";
import type { AuditEntry } from "./sentences.ts";

export interface AuditFilters {
  readonly actions?: readonly AuditEntry["action"][];
  readonly actor_id?: number;
  readonly user_id?: number;
  readonly since?: number;
  readonly until?: number;
}

interface LoadedEntries {
  readonly entries: readonly AuditEntry[] | undefined;
  readonly isWhole: boolean;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

interface Read {
  readonly entries: readonly AuditEntry[];
  readonly isWhole: boolean;
}

export function useAuditLog(filters: AuditFilters): LoadedEntries {
  const { connection } = useSession();
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Raised to begin anew. */
  const [round, setRound] = useState(0);
  const wanted = JSON.stringify(filters);
  const page = async (before?: number) => {
    const given = { ...filters, ...(before === undefined ? {} : { before }) };
    const { entries, found_oldest: isWhole } = await connection.call(api.getAuditLog, given as never);
    return { entries: entries as readonly AuditEntry[], isWhole };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters, or a new round, begin anew.
  useEffect(() => {
    let isHere = true;
    setRead(undefined);
    setProblem(undefined);
    page().then(
      (first) => isHere && setRead(first),
      (error: unknown) => isHere && setProblem(sentenceOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [connection, wanted, round]);
  const loadMore = async () => {
    const last = read?.entries.at(-1);
    if (!read || !last) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await page(last.id);
      // Unless other filters were chosen meanwhile.
      setRead((now) => (now === read ? { ...next, entries: [...read.entries, ...next.entries] } : now));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  return {
    entries: read?.entries,
    isWhole: read?.isWhole ?? true,
    problem,
    isBusy,
    loadMore: () => void loadMore(),
    reload: () => setRound((now) => now + 1),
  };
}

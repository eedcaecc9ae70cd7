/** The links that linkifiers make of a text, found by a worker. */
import { useEffect, useState } from "react";
import { scriptAddress } from "../../../markup/policy.ts";
import { Trial, type TrialOutcome, type TrialWorker } from "./trial.ts";
import type { TrialLinkifier } from "./trial-words.ts";
import workerAddress from "./trial-worker.ts?worker&url";

/** The development server has no policy, and addresses of its own. */
const startWorker = (): TrialWorker =>
  new Worker(import.meta.env.DEV ? workerAddress : scriptAddress(workerAddress), {
    type: "module",
  }) as unknown as TrialWorker;

interface Tried {
  readonly linkifiers: readonly TrialLinkifier[];
  readonly source: string;
  /** The position of the linkifier that is being written. */
  readonly written?: number;
}

/** Undefined before the first answer. */
export function useTrial({ linkifiers, source, written }: Tried): TrialOutcome | undefined {
  const [outcome, setOutcome] = useState<TrialOutcome>();
  const [trial] = useState(() => new Trial(startWorker, setOutcome));
  useEffect(() => () => trial.stop(), [trial]);
  const asked = JSON.stringify({ linkifiers, source, written });
  useEffect(() => {
    const question = JSON.parse(asked) as Tried;
    const isEmpty = question.source === "" && question.written === undefined;
    if (!isEmpty) trial.ask({ written: undefined, ...question });
  }, [trial, asked]);
  return outcome;
}

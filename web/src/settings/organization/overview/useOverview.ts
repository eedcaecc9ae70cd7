/** The overview, loaded when its page is opened. */
import { overview as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";

export type OverviewNumbers = ShapeOf<(typeof api.getOverview)["response"]>;

export function useOverview() {
  const { connection } = useSession();
  const [overview, setOverview] = useState<OverviewNumbers>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      setOverview(await connection.call(api.getOverview, {}));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the page is opened.
  useEffect(() => void load(), []);
  return { overview, problem, reload: () => void load() };
}

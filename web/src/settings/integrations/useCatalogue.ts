/** The integrations of the server, which change only with it: fetched once. */
import { integrations as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { useSession } from "../../state/session.tsx";

export type Integration = ShapeOf<(typeof api.getIntegrations)["response"]>["integrations"][number];

interface Catalogue {
  readonly integrations: readonly Integration[] | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

let fetched: readonly Integration[] | undefined;

export function useCatalogue(): Catalogue {
  const { connection } = useSession();
  const [integrations, setIntegrations] = useState(fetched);
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      fetched ??= (await connection.call(api.getIntegrations, {})).integrations;
      setIntegrations(fetched);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the page is opened.
  useEffect(() => void load(), []);
  return { integrations, problem, reload: () => void load() };
}

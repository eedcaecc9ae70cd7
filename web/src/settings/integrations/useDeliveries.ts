/** The last requests to a bot's addresses, kept up to date while the page is looked at. */
import { integrations as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { useSession } from "../../state/session.tsx";

type Answer = ShapeOf<(typeof api.getWebhookDeliveries)["response"]>;
export type Delivery = Answer["deliveries"][number];

export interface LoadedDeliveries {
  readonly deliveries: readonly Delivery[] | undefined;
  readonly hasSecret: boolean | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/** A service that is being set up is seen soon; nobody looks at the page for long. */
const EVERY_MS = 5000;

export function useDeliveries(botId: number): LoadedDeliveries {
  const { connection } = useSession();
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<string>();
  /** Raised to load again. */
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again.
  useEffect(() => {
    let isHere = true;
    const load = () =>
      connection.call(api.getWebhookDeliveries, { bot_id: botId }).then(
        (loaded) => {
          if (!isHere) return;
          setAnswer(loaded);
          setProblem(undefined);
        },
        (error: unknown) => isHere && setProblem(sentenceOf(error)),
      );
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void load();
    }, EVERY_MS);
    return () => {
      isHere = false;
      clearInterval(timer);
    };
  }, [connection, botId, round]);
  return {
    deliveries: answer?.deliveries,
    hasSecret: answer?.has_secret,
    problem,
    reload: () => setRound((now) => now + 1),
  };
}

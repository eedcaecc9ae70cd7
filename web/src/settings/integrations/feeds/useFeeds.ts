/** The feeds of a bot, loaded again when an event says that they have changed. */
import { feeds as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";

export type Feed = ShapeOf<(typeof api.getFeeds)["response"]>["feeds"][number];

interface LoadedFeeds {
  readonly feeds: readonly Feed[] | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

export function useFeeds(botId: number): LoadedFeeds {
  const { connection, store } = useSession();
  const [feeds, setFeeds] = useState<readonly Feed[]>();
  const [problem, setProblem] = useState<string>();
  /** Raised to load again. */
  const [round, setRound] = useState(0);
  const reload = () => setRound((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again.
  useEffect(() => {
    let isHere = true;
    connection.call(api.getFeeds, { bot_id: botId }).then(
      (loaded) => {
        if (!isHere) return;
        setFeeds(loaded.feeds);
        setProblem(undefined);
      },
      (error: unknown) => isHere && setProblem(sentenceOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [connection, botId, round]);
  useEffect(
    () =>
      store.onChange((_, events) => {
        // Without events, some were missed.
        if (!events || events.some((event) => isAbout(event, botId))) setRound((now) => now + 1);
      }),
    [store, botId],
  );
  return { feeds, problem, reload };
}

const isAbout = (event: { readonly type: string }, botId: number): boolean =>
  event.type === "feeds_changed" && (event as { bot?: { user_id?: number } }).bot?.user_id === botId;

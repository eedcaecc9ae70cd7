/** A channel's topics with their newest messages; kept up to date while shown. */
import { type Handlers, handled } from "@parley/client";
import { topics as topicOperations } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { useSession } from "../../state/session.tsx";

interface ListTopic {
  readonly name: string;
  readonly max_id: number;
}

interface Topics {
  readonly topics: readonly ListTopic[] | undefined;
  readonly failure: string | undefined;
  readonly retry: () => void;
}

export function useTopicsWithNewest(channelId: number): Topics {
  const { connection, store } = useSession();
  const [topics, setTopics] = useState<readonly ListTopic[]>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    const wanted = new AbortController();
    const asked = { stream_id: channelId as never, allow_empty_topic_name: true };
    connection.call(topicOperations.getTopics, asked, { signal: wanted.signal }).then(
      (answer) => {
        setTopics(answer.topics);
        setFailure(undefined);
      },
      (error: unknown) => wanted.signal.aborted || setFailure(sentenceOf(error)),
    );
    return () => wanted.abort();
  }, [connection, channelId, attempt]);
  // Messages that are sent, deleted or moved change the list: it is fetched again.
  useEffect(
    () =>
      store.onChange((_, events) => {
        const concerns = events === undefined || events.some((event) => handled(ABOUT, event, channelId, false));
        if (concerns) setAttempt((known) => known + 1);
      }),
    [store, channelId],
  );
  return { topics, failure, retry: () => setAttempt(attempt + 1) };
}

/** Whether an event may change a channel's topics. */
const ABOUT: Handlers<number, boolean> = {
  message: (channelId, { message }) => message.stream_id === channelId,
  update_message: (channelId, { stream_id, new_stream_id }) => stream_id === channelId || new_stream_id === channelId,
  delete_message: (channelId, { stream_id }) => stream_id === channelId,
};

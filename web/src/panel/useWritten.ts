/** The senders and files of a conversation: from the server, and from new messages. */
import type { Message } from "@parley/client";
import { messages as messageOperations } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { conditionsOf, type NarrowTerm } from "../address/narrow.ts";
import { useCachedMessages } from "../state/cached-messages.ts";
import { useView } from "../state/messages.ts";
import { useSession } from "../state/session.tsx";
import { filesIn, type SharedFile, type Writer, writersOf } from "./written.ts";

export interface ConversationContents {
  /** Most recent first. */
  readonly writers: readonly Writer[];
  /** Newest first. */
  readonly files: readonly SharedFile[];
  /** Whether the list is complete: a count is exact or absent. */
  readonly hasAllWriters: boolean;
  readonly hasAllFiles: boolean;
}

/** How far back the panel looks. */
const MOST_MESSAGES = 1000;
const MOST_WITH_FILES = 100;

type WrittenMessage = Pick<Message, "sender_id" | "timestamp" | "content">;

interface FetchedMessages {
  readonly messages: readonly WrittenMessage[];
  readonly isWhole: boolean;
}

export function useWritten(terms: readonly NarrowTerm[]): ConversationContents {
  const { state } = useView(terms);
  const here = [...useCachedMessages(state.ids).values()];
  const told = useMessagesIn(terms, { most: MOST_MESSAGES, isRendered: false });
  const withFiles = useMessagesIn([...terms, { operator: "has", operand: "attachment" }], {
    most: MOST_WITH_FILES,
    isRendered: true,
  });
  return {
    writers: writersOf([...(told?.messages ?? []), ...here]),
    files: filesIn([...(withFiles?.messages ?? []), ...here]),
    hasAllWriters: told?.isWhole ?? false,
    hasAllFiles: withFiles?.isWhole ?? false,
  };
}

/** The newest messages of a narrow, fetched once while shown. They are too many to cache. */
function useMessagesIn(
  terms: readonly NarrowTerm[],
  wanted: { most: number; isRendered: boolean },
): FetchedMessages | undefined {
  const { connection } = useSession();
  const { most, isRendered } = wanted;
  const narrow = JSON.stringify(conditionsOf(terms));
  const [asked, setAsked] = useState<FetchedMessages & { readonly narrow: string }>();
  useEffect(() => {
    const ending = new AbortController();
    const args = {
      narrow: JSON.parse(narrow) as { operator: string; operand: string }[],
      anchor: "newest",
      num_before: most,
      num_after: 0,
      apply_markdown: isRendered,
      client_gravatar: true,
      allow_empty_topic_name: true,
    };
    connection.call(messageOperations.getMessages, args, { signal: ending.signal }).then(
      ({ messages, found_oldest }) =>
        setAsked({ narrow, messages: messages as readonly WrittenMessage[], isWhole: found_oldest }),
      // Without a response, shows what is known, without a count.
      () => {},
    );
    return () => ending.abort();
  }, [connection, narrow, most, isRendered]);
  return asked?.narrow === narrow ? asked : undefined;
}

/** The rows of a view, including unsent messages. */
import {
  conversationKey,
  conversationOf,
  isEvent,
  type Message,
  type MessageCache,
  moveIn,
  type OutboxEntry,
} from "@parley/client";
import { messageEditingEvents } from "@parley/server/contract";
import { useSyncExternalStore } from "react";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { dayOf } from "./days.ts";
import { type LogRowData, type Notice, type RowFacts, rowsOf } from "./rows.ts";

interface RowInput {
  readonly ids: readonly number[];
  readonly entries: readonly OutboxEntry[];
  readonly isInterleaved: boolean;
  readonly rule: Notice | undefined;
  readonly missed: Notice | undefined;
}

export function useRows({ ids, entries, isInterleaved, rule, missed }: RowInput): readonly LogRowData[] {
  const { messages } = useSession();
  const ownId = useOwnId();
  const clock = useClock();
  const moves = useMoves(messages);
  const days = dayOf(clock);
  return rowsFor({ messages, ownId, moves }, { ids, entries, options: { isInterleaved, dayOf: days, rule, missed } });
}

interface Source {
  readonly messages: MessageCache;
  readonly ownId: number;
  /** Changes when messages move to other conversations, which their ids do not show. */
  readonly moves: number;
}

interface RowQuery {
  readonly ids: readonly number[];
  readonly entries: readonly OutboxEntry[];
  readonly options: Parameters<typeof rowsOf>[2];
}

function rowsFor({ messages, ownId }: Source, { ids, entries, options }: RowQuery): readonly LogRowData[] {
  const echoes = new Map(entries.map((entry) => [entry.local_id, entry]));
  const factsOf = (key: number | string): RowFacts | undefined => {
    if (typeof key === "string") return echoFacts(echoes.get(key), ownId);
    const message = messages.message(key);
    return message && messageFacts(message, ownId);
  };
  return rowsOf([...ids, ...echoes.keys()], factsOf, options);
}

const known = new WeakMap<Message, RowFacts>();

function messageFacts(message: Message, ownId: number): RowFacts {
  let facts = known.get(message);
  if (!facts) {
    const conversation = conversationKey(conversationOf(message, ownId));
    const { sender_id: sender, timestamp, is_me_message: isAction } = message;
    facts = { sender, timestamp, conversation, isAction };
    known.set(message, facts);
  }
  return facts;
}

function echoFacts(entry: OutboxEntry | undefined, ownId: number): RowFacts | undefined {
  if (!entry) return undefined;
  const { message, writtenAt } = entry;
  const conversation = conversationKey(
    message.type === "channel"
      ? { type: "channel", stream_id: message.to, topic: message.topic }
      : { type: "direct", user_ids: message.to.filter((id) => id !== ownId).toSorted((a, b) => a - b) },
  );
  return { sender: ownId, timestamp: writtenAt / 1000, conversation, isAction: message.content.startsWith("/me ") };
}

const movesOf = new WeakMap<MessageCache, { count: number }>();

function useMoves(messages: MessageCache): number {
  const moves = movesOf.get(messages) ?? { count: 0 };
  movesOf.set(messages, moves);
  return useSyncExternalStore(
    (listener) =>
      messages.onChange((_, events) => {
        const areMoved = events.some(
          (event) => isEvent(event, messageEditingEvents.updateMessageEvent) && moveIn(event) !== undefined,
        );
        if (!areMoved) return;
        moves.count += 1;
        listener();
      }),
    () => moves.count,
  );
}

/** Topic lists of channels, fetched when shown and kept up to date by events. */
import { type Connection, type Handlers, handled, moveIn, type Store, topicKey } from "@parley/client";
import { type EventOf, type messageEvents, topics } from "@parley/server/contract";
import { useEffect, useSyncExternalStore } from "react";
import { type Session, useSession } from "./session.tsx";

export interface ListedTopic {
  readonly name: string;
  readonly max_id: number;
}

type TopicsListener = () => void;

export class TopicLists {
  readonly #connection: Connection;
  readonly #lists = new Map<number, readonly ListedTopic[]>();
  readonly #loading = new Set<number>();
  readonly #listeners = new Set<TopicsListener>();
  #revision = 0;

  constructor(connection: Connection, store: Store) {
    this.#connection = connection;
    store.onChange((_, events) => {
      if (events) for (const event of events) handled(this.#on, event, undefined, undefined);
      else this.#forget([...this.#lists.keys()]);
    });
  }

  /** Newest first; undefined until they are fetched. */
  of = (channelId: number): readonly ListedTopic[] | undefined => this.#lists.get(channelId);

  known = (): ReadonlyMap<number, readonly ListedTopic[]> => this.#lists;

  /** Changes whenever anything in it changes. */
  revision = (): number => this.#revision;

  async load(channelId: number): Promise<void> {
    if (this.#lists.has(channelId) || this.#loading.has(channelId)) return;
    this.#loading.add(channelId);
    try {
      const answer = await this.#connection.call(topics.getTopics, {
        stream_id: channelId,
        allow_empty_topic_name: true,
      });
      this.#lists.set(channelId, answer.topics);
    } catch {
      // The component shows nothing, and fetches again when it is shown again.
      return;
    } finally {
      this.#loading.delete(channelId);
    }
    this.#tell();
  }

  subscribe = (listener: TopicsListener): TopicsListener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  // No event says which messages remain in a topic.
  readonly #on: Handlers<undefined, void> = {
    message: (_, { message }) => this.#note(message),
    update_message: (_, event) => {
      if (moveIn(event)) this.#forget([event.stream_id, event.new_stream_id]);
    },
    delete_message: (_, { stream_id }) => this.#forget([stream_id]),
  };

  #note({ stream_id, subject, id }: TopicMessage): void {
    const list = stream_id === undefined ? undefined : this.#lists.get(stream_id);
    if (stream_id === undefined || !list) return;
    const key = topicKey(stream_id, subject);
    const others = list.filter(({ name }) => topicKey(stream_id, name) !== key);
    this.#lists.set(stream_id, [{ name: subject, max_id: id }, ...others]);
    this.#tell();
  }

  #forget(channelIds: readonly (number | undefined)[]): void {
    const known = channelIds.filter((id) => id !== undefined && this.#lists.delete(id));
    if (known.length > 0) this.#tell();
  }

  #tell(): void {
    this.#revision++;
    for (const listener of this.#listeners) listener();
  }
}

type TopicMessage = EventOf<typeof messageEvents.messageEvent>["message"];

const ofSession = new WeakMap<Store, TopicLists>();

export function topicListsOf({ connection, store }: Pick<Session, "connection" | "store">): TopicLists {
  const lists = ofSession.get(store) ?? new TopicLists(connection, store);
  ofSession.set(store, lists);
  return lists;
}

/** Fetches the topics while `isWanted`; otherwise returns what is known. */
export function useChannelTopics(channelId: number | undefined, isWanted: boolean): readonly ListedTopic[] | undefined {
  const lists = topicListsOf(useSession());
  const list = useSyncExternalStore(lists.subscribe, () => (channelId === undefined ? undefined : lists.of(channelId)));
  useEffect(() => {
    if (isWanted && channelId !== undefined && list === undefined) void lists.load(channelId);
  }, [lists, channelId, isWanted, list]);
  return list;
}

/** Only the names; empty until they are known. */
export function useTopicsOf(channelId: number | undefined, isWanted: boolean): readonly string[] {
  const list = useChannelTopics(channelId, isWanted);
  return list ? list.map(({ name }) => name) : NONE;
}

const NONE: readonly string[] = [];

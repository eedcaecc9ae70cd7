/** The types for showing messages. Every state is immutable, and replaced only when it changes. */
import type { messages, ShapeOf } from "@parley/server/contract";
import type { Term } from "./narrow.ts";

type Fetched = ShapeOf<(typeof messages.getMessages)["response"]>["messages"][number];

/**
 * A cached message. Its edit history is fetched on demand, and search highlights belong to the view. Names and pictures
 * of people and names of channels are as of when it was received: the store has the current ones.
 */
export type Message = Readonly<Omit<Fetched, "edit_history" | "match_content" | "match_subject">> & {
  /** What its last move changed about its place, as far as users can see that. */
  readonly moved_from?: MovedFrom;
};

export interface MovedFrom {
  readonly stream_id?: number;
  readonly topic?: string;
}
export type { Fetched };

/** Where a view opens: at a message, at a date, at the first unread message, or at the end. */
export type Anchor = number | "first_unread" | "newest" | { readonly date: Date };

/** Messages that arrived while events were missed. */
export interface Missed {
  readonly count: number;
  /** The first of them. */
  readonly from: number;
  /** There are more than `count`, which only includes those fetched. */
  readonly isMore: boolean;
}

export interface ViewState {
  /** Ascending, with no message of the narrow missing between the first and the last. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** Older messages exist that the organization's plan does not show. */
  readonly historyLimited: boolean;
  readonly loading: { readonly opening: boolean; readonly older: boolean; readonly newer: boolean };
  /**
   * Why the last request failed: a `RequestError` or a `ConnectionError`. Calling `open`, `older` or `newer` retries.
   */
  readonly error: Error | undefined;
  /** Whether a response has arrived: until then, empty `ids` mean nothing. */
  readonly isOpened: boolean;
  /** False from missed events until a refetch: what is shown may be out of date. */
  readonly isCurrent: boolean;
  /** The first unread message when it was opened at `first_unread`; undefined when there was none. */
  readonly firstUnread: number | undefined;
  /** The message where it was opened, also when opened at a date. Undefined at the newest end. */
  readonly anchor: number | undefined;
  readonly missed: Missed | undefined;
  /** For searches: content and topic as HTML, with matches highlighted. */
  readonly matches: ReadonlyMap<number, { readonly content: string; readonly subject: string }>;
}

/** The known messages of one narrow. */
export interface MessageView {
  /** In canonical form, with the conversation that `with` resolves to. */
  readonly narrow: readonly Term[];
  readonly state: ViewState;
  /** Shows what is known at once. Resolves when it is up to date, or when that failed (see `state.error`). */
  open(anchor: Anchor): Promise<void>;
  /** Fetches one more page at an end, unless that end is loading or already reached. */
  older(): Promise<void>;
  newer(): Promise<void>;
  /** Reports where the reader is: messages far from here are evicted first. */
  look(id: number): void;
  /** The view is no longer on screen: cancels its requests and lets messages far from the newest end be evicted. */
  close(): void;
  onChange(listener: () => void): () => void;
}

/** A topic, or the people in direct messages. */
export type Conversation =
  | { readonly type: "channel"; readonly stream_id: number; readonly topic: string }
  /** The other people, ascending; empty for notes to oneself. */
  | { readonly type: "direct"; readonly user_ids: readonly number[] };

export interface RecentConversation {
  /** Equal for messages in one conversation. */
  readonly key: string;
  readonly conversation: Conversation;
  readonly newestId: number;
  /** The latest senders, newest first, at most five. */
  readonly participants: readonly number[];
  /** The senders of all known messages. */
  readonly writers: ReadonlySet<number>;
  /** How many of its messages are known. */
  readonly count: number;
}

export interface RecentState {
  /** Newest first. */
  readonly conversations: readonly RecentConversation[];
  readonly foundOldest: boolean;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

export interface Recent {
  readonly state: RecentState;
  /** Loads older messages; the first call loads the newest. */
  loadOlder(): Promise<void>;
  onChange(listener: () => void): () => void;
}

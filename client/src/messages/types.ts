/** What whoever shows messages holds in hand. Every state is immutable, and another object only when it says something else. */
import type { messages, ShapeOf } from "@parley/server/contract";
import type { Term } from "./narrow.ts";

type Fetched = ShapeOf<(typeof messages.getMessages)["response"]>["messages"][number];

/**
 * A message as it is kept. What it was before is asked for where it is shown; what a search found in it belongs to the view.
 * Names and pictures of people, and names of channels, are those of the moment it came: the store has today's.
 */
export type Message = Readonly<Omit<Fetched, "edit_history" | "match_content" | "match_subject">> & {
  /** Where its last move has taken it from, as far as people are told: what of its place was another. */
  readonly moved_from?: MovedFrom;
};

export interface MovedFrom {
  readonly stream_id?: number;
  readonly topic?: string;
}
export type { Fetched };

/** Where a view opens: at a message, at a day, at what is unread, or at the end. */
export type Anchor = number | "first_unread" | "newest" | { readonly date: Date };

/** Messages that came while no events did. */
export interface Missed {
  readonly count: number;
  /** The first of them. */
  readonly from: number;
  /** There are more than were fetched. */
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
  /** Why the last request failed: a `RequestError` or a `ConnectionError`. Any of `open`, `older`, `newer` tries again. */
  readonly error: Error | undefined;
  /** Whether it has been opened with an answer: until then no ids say nothing. */
  readonly isOpened: boolean;
  /** False while events were missed and it has not been fetched again: what is shown may be out of date. */
  readonly isCurrent: boolean;
  /** The first unread message when it was opened at `first_unread`; undefined when there was none. */
  readonly firstUnread: number | undefined;
  /** Where it was opened, as a message id: also where a date has led to. Undefined at the newest end. */
  readonly anchor: number | undefined;
  readonly missed: Missed | undefined;
  /** Of a search: content and topic as HTML, with what was found marked. */
  readonly matches: ReadonlyMap<number, { readonly content: string; readonly subject: string }>;
}

/** The messages of one narrow, as far as they are known. */
export interface MessageView {
  /** In canonical form, and with the conversation where `with` leads. */
  readonly narrow: readonly Term[];
  readonly state: ViewState;
  /** Shows what is known at once. Resolves when it is up to date, also when that failed: the state says so. */
  open(anchor: Anchor): Promise<void>;
  /** One more page at an end; nothing while one is being fetched, or when the end is there. */
  older(): Promise<void>;
  newer(): Promise<void>;
  /** Where the reader is now: what is far from here is let go first. */
  look(id: number): void;
  /** Nobody looks any more: requests end, and what is far from the newest end may be forgotten. */
  close(): void;
  onChange(listener: () => void): () => void;
}

/** A topic, or the people of direct messages. */
export type Conversation =
  | { readonly type: "channel"; readonly stream_id: number; readonly topic: string }
  /** The others, ascending; nobody in notes to oneself. */
  | { readonly type: "direct"; readonly user_ids: readonly number[] };

export interface RecentConversation {
  /** Equal for messages in one conversation. */
  readonly key: string;
  readonly conversation: Conversation;
  readonly newestId: number;
  /** Who wrote last, newest first, at most five. */
  readonly participants: readonly number[];
  /** Everybody who wrote, as far as its messages are known. */
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
  /** Looks further back in all messages; the first time, at the newest. */
  loadOlder(): Promise<void>;
  onChange(listener: () => void): () => void;
}

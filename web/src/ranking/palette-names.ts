/** The names the palette searches, kept in step with the store. */
import type { State } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";
import { following } from "./follow.ts";
import { NameIndex } from "./name-index.ts";
import type { PaletteItem } from "./palette.ts";

/** A conversation that the client knows from messages or topic lists. */
export interface KnownConversation {
  readonly conversation: Conversation;
  /** Identifies it among all. */
  readonly key: string;
  readonly newestId: number;
  readonly unread: number;
}

type ChannelOf<M> = M extends ReadonlyMap<number, infer C> ? C : never;
type PaletteChannel = ChannelOf<State["channels"]["channels"]>;
type PaletteUser = ChannelOf<State["users"]["users"]>;

/** Views, settings and commands under their names in the reader's language. */
export interface FixedItem {
  readonly key: string;
  readonly name: string;
  readonly item: Extract<PaletteItem, { type: "view" | "setting" | "command" }>;
}

export class PaletteNames {
  readonly index = new NameIndex<PaletteItem>();
  readonly #followChannels = following<number, PaletteChannel, PaletteItem>(
    this.index,
    (id) => `channel:${id}`,
    (channel) =>
      channel.is_archived ? undefined : { item: { type: "channel", channelId: channel.stream_id }, name: channel.name },
  );
  readonly #followPeople = following<number, PaletteUser, PaletteItem>(
    this.index,
    (id) => `person:${id}`,
    (user) => (user.is_active ? { item: { type: "person", userId: user.user_id }, name: user.full_name } : undefined),
  );
  #conversations = new Map<string, KnownConversation>();
  #named: Pick<State, "channels" | "users"> | undefined;

  /** Called with each displayed state; unchanged parts cost one comparison. */
  follow(state: Pick<State, "channels" | "users">): void {
    this.#followChannels(state.channels.channels);
    this.#followPeople(state.users.users);
    // Renaming a channel affects its topics; renaming a person affects their conversations.
    const isRenamed = this.#named?.channels !== state.channels || this.#named.users !== state.users;
    this.#named = state;
    if (isRenamed) for (const known of this.#conversations.values()) this.#set(known, state);
  }

  /** Sets all known conversations: others, such as renamed topics, are removed. */
  know(conversations: readonly KnownConversation[]): void {
    const keys = new Set(conversations.map(({ key }) => key));
    for (const key of this.#conversations.keys()) if (!keys.has(key)) this.#forget(key);
    for (const known of conversations) {
      const before = this.#conversations.get(known.key);
      // Reuses the object if the name is unchanged, so that the name is not prepared again.
      const conversation = before && isSameName(before, known) ? before.conversation : known.conversation;
      const kept = { ...known, conversation };
      this.#conversations.set(known.key, kept);
      if (this.#named) this.#set(kept, this.#named);
    }
  }

  #forget(key: string): void {
    this.#conversations.delete(key);
    this.index.delete(`conversation:${key}`);
  }

  /** Replaces the views, settings and commands. */
  offer(fixed: Iterable<FixedItem>): void {
    for (const { key, name, item } of fixed) {
      // An entry with the same key and name needs no update.
      if (this.#offered.get(key) === name) continue;
      this.#offered.set(key, name);
      this.index.set(`fixed:${key}`, { item, name });
    }
  }

  readonly #offered = new Map<string, string>();
  readonly #items = new WeakMap<Conversation, PaletteItem>();

  #set({ conversation, key, newestId, unread }: KnownConversation, state: Pick<State, "channels" | "users">): void {
    const person = personOf(conversation, state);
    // A person and the conversation with them are one entry.
    if (person !== undefined && this.index.has(person)) {
      this.index.delete(`conversation:${key}`);
      this.index.weigh(person, { recency: newestId, unread });
      return;
    }
    const item = this.#items.get(conversation) ?? { type: "conversation", conversation };
    this.#items.set(conversation, item);
    this.index.set(`conversation:${key}`, { item, ...nameOf(conversation, state), recency: newestId, unread });
  }
}

function personOf(conversation: Conversation, { users }: Pick<State, "users">): string | undefined {
  if (conversation.type === "topic" || conversation.userIds.length > 1) return undefined;
  return `person:${conversation.userIds[0] ?? users.ownId}`;
}

function isSameName({ conversation: one }: KnownConversation, { conversation: other }: KnownConversation): boolean {
  return one.type !== "topic" || other.type !== "topic" || one.topic === other.topic;
}

function nameOf(conversation: Conversation, { channels, users }: Pick<State, "channels" | "users">) {
  if (conversation.type === "topic")
    return { name: conversation.topic, besides: channels.channels.get(conversation.channelId)?.name ?? "" };
  const ids = conversation.userIds.length > 0 ? conversation.userIds : [users.ownId];
  return { name: ids.map((id) => users.users.get(id)?.full_name ?? "").join(", ") };
}

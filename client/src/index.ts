export {
  Connection,
  ConnectionError,
  type ConnectionOptions,
  type Credentials,
  RequestError,
  type SessionOptions,
} from "./connection.ts";
export { type Handlers, handled } from "./handlers.ts";
export { type CacheListener, MessageCache } from "./messages/cache.ts";
export { messageIn, moveIn } from "./messages/changes.ts";
export { conversationOf } from "./messages/conversation.ts";
export type { KeptMessages } from "./messages/kept.ts";
export {
  canonicalNarrow,
  conversationIn,
  conversationKey,
  conversationTerms,
  type Narrow,
  narrowKey,
  nearIn,
  type Term,
} from "./messages/narrow.ts";
export { Outbox, type OutboxOptions } from "./messages/outbox.ts";
export { isUnsent, normalised, type OutboxEntry, type OutboxState, type Outgoing } from "./messages/outbox-entry.ts";
export {
  isSameEmoji,
  type PendingReaction,
  PendingReactions,
  type ReactionEmoji,
  reactionsWith,
} from "./messages/pending-reactions.ts";
export type { Persistence } from "./messages/persistence.ts";
export { type Flag, type KeptMark, ReadMarks, type ReadMarksOptions } from "./messages/read-marks.ts";
export type {
  Anchor,
  Conversation,
  Message,
  MessageView,
  Missed,
  MovedFrom,
  Recent,
  RecentConversation,
  RecentState,
  ViewState,
} from "./messages/types.ts";
export type { Channel } from "./store/channels.ts";
export type { BotCommand, CommandAnswer } from "./store/commands.ts";
export type { Draft } from "./store/drafts.ts";
export type { UserGroup } from "./store/groups.ts";
export { anyOf, holderOf } from "./store/holder.ts";
export type { PresenceTimes } from "./store/presence.ts";
export { realmSettings } from "./store/realm-settings.ts";
export type { SavedSnippet } from "./store/saved-snippets.ts";
export type { Reminder, ScheduledMessage } from "./store/scheduled.ts";
export { type State, Store } from "./store/store.ts";
export { topicKey, type UserTopic } from "./store/topics.ts";
export type { UnreadPlace } from "./store/unread.ts";
export type { User } from "./store/users.ts";
export { CAPABILITIES, type RegisterOptions, Sync, type SyncOptions } from "./sync.ts";
export { StreamEnded } from "./transports/ended.ts";
export { isEvent, type KnownEvent, type ServerEvent, type Snapshot } from "./types.ts";
export { SharedSync, type SharedSyncOptions } from "./windows/shared-sync.ts";

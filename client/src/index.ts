export {
  Connection,
  ConnectionError,
  type ConnectionOptions,
  type Credentials,
  RequestError,
  type SessionOptions,
} from "./connection.ts";
export type { Channel } from "./store/channels.ts";
export type { Draft } from "./store/drafts.ts";
export type { UserGroup } from "./store/groups.ts";
export type { PresenceTimes } from "./store/presence.ts";
export type { SavedSnippet } from "./store/saved-snippets.ts";
export type { Reminder, ScheduledMessage } from "./store/scheduled.ts";
export { type State, Store } from "./store/store.ts";
export { topicKey, type UserTopic } from "./store/topics.ts";
export type { UnreadPlace } from "./store/unread.ts";
export type { User } from "./store/users.ts";
export { CAPABILITIES, type RegisterOptions, Sync, type SyncOptions } from "./sync.ts";
export { StreamEnded } from "./transports/ended.ts";
export { isEvent, type KnownEvent, type ServerEvent, type Snapshot } from "./types.ts";

export {
  Connection,
  ConnectionError,
  type ConnectionOptions,
  type Credentials,
  RequestError,
  type SessionOptions,
} from "./connection.ts";
export type { PresenceTimes } from "./store/presence.ts";
export { type State, Store } from "./store/store.ts";
export { topicKey } from "./store/topics.ts";
export { CAPABILITIES, type RegisterOptions, Sync, type SyncOptions } from "./sync.ts";
export { StreamEnded } from "./transports/ended.ts";
export { isEvent, type KnownEvent, type ServerEvent, type Snapshot } from "./types.ts";

export {
  Connection,
  ConnectionError,
  type ConnectionOptions,
  type Credentials,
  RequestError,
  type SessionOptions,
} from "./connection.ts";
export { type State, Store } from "./store/store.ts";
export { CAPABILITIES, Sync, type SyncOptions } from "./sync.ts";
export type { ServerEvent, Snapshot } from "./types.ts";

/** What the windows of an account say to each other about the queue that they share. */
import type { State } from "../store/store.ts";
import type { QueuePosition } from "../transports/transport.ts";
import type { ServerEvent } from "../types.ts";

/** How the window that reads stands with the server: `over` when that does not know the session any more. */
export type ConnectionStatus = "up" | "down" | "over";

export type WindowMessage =
  /** By a window that does not read: is anybody there who does, and what is known? */
  | { readonly kind: "ask"; readonly from: string; readonly queueId: string | undefined; readonly needsState: boolean }
  /** By such a window: the server may be there again, or the connection has slept. */
  | { readonly kind: "wake"; readonly hasSlept: boolean }
  /** Everything else is said by the window that reads: that it is there, */
  | {
      readonly kind: "here";
      readonly to: string;
      readonly place: QueuePosition | undefined;
      readonly status: ConnectionStatus;
    }
  /** all that it knows, to one window that has asked or to all, */
  | {
      readonly kind: "state";
      readonly to: string | undefined;
      readonly place: QueuePosition | undefined;
      readonly state: State;
    }
  /** what it has heard, */
  | {
      readonly kind: "events";
      readonly place: QueuePosition;
      readonly after: number;
      readonly events: readonly ServerEvent[];
    }
  /** and how the server can be reached now. */
  | { readonly kind: "status"; readonly status: ConnectionStatus };

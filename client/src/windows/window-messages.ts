/** The messages that windows of an account exchange about their shared queue. */
import type { State } from "../store/store.ts";
import type { QueuePosition } from "../transports/transport.ts";
import type { ServerEvent } from "../types.ts";

/** Whether the reading window reaches the server; `over` when its session is no longer valid. */
export type ConnectionStatus = "up" | "down" | "over";

export type WindowMessage =
  /** From a window that does not read: is a reader there, and what is its state? */
  | { readonly kind: "ask"; readonly from: string; readonly queueId: string | undefined; readonly needsState: boolean }
  /** From a window that does not read: the server may be reachable again, or the computer has slept. */
  | { readonly kind: "wake"; readonly hasSlept: boolean }
  /** All others come from the reading window. It is there: */
  | {
      readonly kind: "here";
      readonly to: string;
      readonly place: QueuePosition | undefined;
      readonly status: ConnectionStatus;
    }
  /** Its whole state, for one window that asked, or for all: */
  | {
      readonly kind: "state";
      readonly to: string | undefined;
      readonly place: QueuePosition | undefined;
      readonly state: State;
    }
  /** Events it received: */
  | {
      readonly kind: "events";
      readonly place: QueuePosition;
      readonly after: number;
      readonly events: readonly ServerEvent[];
    }
  /** Whether it reaches the server now: */
  | { readonly kind: "status"; readonly status: ConnectionStatus };

/** The jobs of a load process, and their results. */
import type { Address } from "./connection.ts";

export interface LoadRequest {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  /** Basic credentials, as `email:key`. */
  readonly as?: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** Each connection sends its next request when it has received the last response. */
export interface ClosedLoop extends Address {
  readonly kind: "closed-loop";
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Sent in rotation. */
  readonly requests: readonly LoadRequest[];
}

/** Sends each request once. */
export interface LoadBatch extends Address {
  readonly kind: "batch";
  readonly connections: number;
  readonly requests: readonly LoadRequest[];
}

/** Clients that wait for events; a message is sent when all of them have received the previous one. */
export interface FanOut extends Address {
  readonly kind: "fan-out";
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly clients: readonly { poll: string; as?: string; lastEventId: number }[];
  /** Over WebSockets, at the clients' `poll`, instead of long polls. */
  readonly overSockets?: boolean;
  readonly send: LoadRequest;
}

export type LoadJob = ClosedLoop | LoadBatch | FanOut;

export interface Rate {
  perSecond: number;
  /** For a closed loop: the median, the 99th percentile and the maximum wait, in milliseconds. */
  median?: number;
  p99?: number;
  slowest?: number;
  /** Includes the warm-up. */
  total: number;
}

export type JobResult<J extends LoadJob> = J extends LoadBatch ? string[] : Rate;

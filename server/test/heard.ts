/** Received events as tests see them: with all fields, declared or not. */
import type { ServerEvent } from "@parley/client";

export interface HeardEvent extends ServerEvent {
  readonly [field: string]: unknown;
}

export type Heard = Omit<HeardEvent, "id">;

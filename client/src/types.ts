import type { registration, ShapeOf } from "@parley/server/contract";

export type Snapshot = ShapeOf<(typeof registration.register)["response"]>;

/** An event as the server sends it. The parts of the store know the fields of the types they handle. */
export interface ServerEvent {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
  readonly [field: string]: unknown;
}

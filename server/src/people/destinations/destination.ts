/** Where a sign-in leads. It goes along from step to step, sealed in a cookie. */
import type { Shared } from "../../kernel/http/session.ts";
import type { AppFlow } from "./app-flow.ts";

export interface Destination extends Shared {
  /** One of our own paths. */
  readonly next: string;
  /** The app that the person signs in to, instead of this browser. */
  readonly flow?: AppFlow;
}

/** Longer ones would not fit into a cookie. */
const LONGEST_NEXT = 1000;

/** The destination as a cookie can keep it. */
export const shortened = ({ next, isShared, flow }: Destination): Destination => ({
  next: next.length > LONGEST_NEXT ? "/" : next,
  isShared,
  ...(flow ? { flow } : {}),
});

/** A draft, scheduled message or reminder in a list. */
import type { Target } from "../../composer/target.ts";

export interface KeptItem {
  readonly key: string;
  /** The target; undefined for a draft without a recipient, and for reminders. */
  readonly target: Target | undefined;
  readonly text: string;
  /** UNIX seconds: last edited, or scheduled. Undefined if only this browser has it. */
  readonly at?: number;
  /** Instead of the time. */
  readonly note?: string;
  readonly isFailed?: boolean;
  /** What Enter does. */
  open(): void;
  readonly actions: readonly { readonly label: string; readonly do: () => void }[];
  remove(): void;
}

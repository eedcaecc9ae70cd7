/** Something that is kept to be sent, or to be reminded of. */
import type { Target } from "../../composer/target.ts";

export interface Kept {
  readonly key: string;
  /** Where to; undefined for a draft that has no recipient yet, and for reminders. */
  readonly target: Target | undefined;
  readonly text: string;
  /** UNIX seconds: last edited, or to be sent. */
  readonly at: number;
  readonly isFailed?: boolean;
  /** Enter does this. */
  open(): void;
  readonly actions: readonly { readonly label: string; readonly do: () => void }[];
  remove(): void;
}

/** What the page and the worker that tries linkifiers say to each other. */
import type { TriedLink } from "@parley/server/text/markdown/linkifier-trial.ts";

export interface TrialLinkifier {
  readonly pattern: string;
  readonly url_template: string;
}

export interface TrialQuestion {
  readonly linkifiers: readonly TrialLinkifier[];
  readonly source: string;
  /** The position of the linkifier that is being written, which is checked as the server would. */
  readonly written: number | undefined;
}

/** A sentence of the server, to be said in the reader's language. */
export interface TrialFault {
  readonly template: string;
  readonly values: readonly (string | TrialFault)[];
}

export interface TrialAnswer {
  readonly source: string;
  readonly links: readonly TriedLink[];
  /** What the server would refuse, by field. */
  readonly faults: Readonly<Record<string, readonly TrialFault[]>>;
}

/** The worker says "ready" once it is loaded. */
export type FromTrialWorker = "ready" | TrialAnswer;

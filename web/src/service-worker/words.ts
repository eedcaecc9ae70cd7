/** What the page and its service worker say to each other. */

/** The version that waits shall answer from now on. */
export type ToWorker = "take over";

/** A notification was clicked: there the page shall go. */
export interface FromWorker {
  readonly open: string;
}

/** Messages between the page and its service worker. */

/** Activates the waiting version. */
export type ToWorker = "take over";

/** A notification was clicked: the page should open this address. */
export interface FromWorker {
  readonly open: string;
}

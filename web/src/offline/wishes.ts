/** What the service worker must know of the reader's settings when it is told of a message. */

/** Its name in the database. */
export const NOTIFICATIONS = "notifications";

export interface NotificationWishes {
  readonly showsText: boolean;
}

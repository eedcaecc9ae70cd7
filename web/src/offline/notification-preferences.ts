/** The reader's notification settings for the service worker. */

/** Its name in the database. */
export const NOTIFICATIONS = "notifications";

export interface NotificationPreferences {
  readonly showsText: boolean;
}

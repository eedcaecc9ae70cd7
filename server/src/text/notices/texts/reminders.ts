/** What reminders say. */

export interface Reminding {
  /** A link to a channel message; undefined for a direct message. */
  readonly link?: string | undefined;
  readonly note: string;
}

export interface Reminded {
  readonly author: string;
  readonly path: string;
}

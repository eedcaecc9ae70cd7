/** A user's flags on a message, as they are stored: only where they differ from what the read mark says. */
export const Flag = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  has_alert_word: 16,
  /** Below the read mark, yet unread. */
  unread: 32,
} as const;

const SHOWN = ["starred", "collapsed", "mentioned", "has_alert_word"] as const;

export interface ReadState {
  /** Messages up to this id are read, but for exceptions; undefined where nothing can be unread. */
  readonly readUpto: number | undefined;
  /** Whether the message came to the user when it was sent. */
  readonly received: boolean;
}

export function flagsOf(messageId: number, stored: number, { readUpto, received }: ReadState): string[] {
  const flags: string[] = isRead(messageId, stored, readUpto) ? ["read"] : [];
  for (const name of SHOWN) if (stored & Flag[name]) flags.push(name);
  return received ? flags : [...flags, "historical"];
}

function isRead(messageId: number, stored: number, readUpto: number | undefined): boolean {
  if (readUpto === undefined) return true;
  return messageId <= readUpto ? (stored & Flag.unread) === 0 : (stored & Flag.read) !== 0;
}

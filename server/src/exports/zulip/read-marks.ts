/**
 * What people have read, as Parley stores it: a mark, and the exceptions from it. Zulip says it of every message and person. All
 * messages are looked through once before any row is written: then either what is unread below the mark, or what is read above
 * it, is an exception, whichever is less.
 */
import { Flag } from "../../messages/flags.ts";

interface SeenOfConversation {
  firstUnread: number;
  unread: number;
  /** Read ones behind the first that is not. */
  readAfter: number;
}

export class FoundMarks {
  readonly #seen = new Map<string, SeenOfConversation>();
  #newest = 0;

  static readonly key = (user: number, recipient: number): string => `${user} ${recipient}`;

  /** In ascending order of messages; only what the person received. */
  note(user: number, recipient: number, message: number, isRead: boolean): void {
    const key = FoundMarks.key(user, recipient);
    const seen = this.#seen.get(key);
    if (!seen) {
      if (!isRead) this.#seen.set(key, { firstUnread: message, unread: 1, readAfter: 0 });
    } else if (isRead) seen.readAfter++;
    else seen.unread++;
  }

  noteMessage(message: number): void {
    if (message > this.#newest) this.#newest = message;
  }

  /** Of everything that is read. */
  get newest(): number {
    return this.#newest;
  }

  /** `isUnbroken`: the person has received everything since the first unread message. */
  markOf(user: number, recipient: number, isUnbroken: boolean): number {
    const seen = this.#seen.get(FoundMarks.key(user, recipient));
    return seen && isUnbroken && seen.readAfter < seen.unread ? seen.firstUnread - 1 : this.#newest;
  }
}

/** The exception that a message is, seen from the mark; 0 if it is none. */
export function exceptionAt(mark: number, message: number, isRead: boolean): number {
  if (message <= mark) return isRead ? 0 : Flag.unread;
  return isRead ? Flag.read : 0;
}

/** The senders and files in the known messages. */
import type { Message } from "@parley/client";

export interface Writer {
  readonly userId: number;
  readonly lastAt: number;
}

/** The senders, most recent first. */
export function writersOf(messages: Iterable<Pick<Message, "sender_id" | "timestamp">>): readonly Writer[] {
  const last = new Map<number, number>();
  for (const { sender_id, timestamp } of messages) last.set(sender_id, Math.max(timestamp, last.get(sender_id) ?? 0));
  return [...last].map(([userId, lastAt]) => ({ userId, lastAt })).sort((a, b) => b.lastAt - a.lastAt);
}

export interface SharedFile {
  readonly href: string;
  readonly name: string;
  readonly isImage: boolean;
  readonly at: number;
}

const UPLOAD = /(?:href|src)="(\/user_uploads\/(?!thumbnail\/)[^"?]+)"/g;
const IMAGE = /\.(?:avif|gif|jpe?g|png|webp|heic|svg)$/i;

/** Each file once, newest first. */
export function filesIn(messages: Iterable<Pick<Message, "content" | "timestamp">>): readonly SharedFile[] {
  const files = new Map<string, SharedFile>();
  for (const { content, timestamp } of messages)
    for (const [, href = ""] of content.matchAll(UPLOAD)) {
      const name = fileName(href);
      files.set(href, { href, name, isImage: IMAGE.test(name), at: timestamp });
    }
  return [...files.values()].sort((a, b) => b.at - a.at);
}

function fileName(href: string): string {
  const last = href.slice(href.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

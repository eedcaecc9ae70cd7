/**
 * Pinned posts of a bulk export. Each channel that has some gets a message at the end, which lists them. The export says neither who
 * has pinned them nor when, and posts have no ids there.
 */
import { type Fields, objectsIn, textIn } from "../json.ts";
import { shortenedTo } from "../names.ts";
import { LONGEST_EXCERPT, PINS_TOPIC } from "../pins.ts";
import type { MessageRecord, PersonRecord, PinRecord, SkippedRecord } from "../records.ts";
import { skipped, timeExample } from "../skipped.ts";
import type { Threads } from "../threads.ts";

/** Mattermost itself has no limit. */
const MOST_PINS = 300;
const TEXT = "Pinned in Mattermost:";

/** Whom Mattermost's own notices come from. */
export const SYSTEM_BOT: PersonRecord = { type: "person", id: "system-bot", name: "System", isBot: true };

interface PinnedChannel {
  readonly id: string;
  /** In the order of their messages. */
  readonly pins: PinRecord[];
  /** The first that is left out, and how many are. */
  firstLeftOut: string;
  leftOut: number;
}

export class MattermostPins {
  readonly #channels = new Map<string, PinnedChannel>();
  /** When the newest message of each channel was sent. */
  readonly #newest = new Map<string, number>();

  /** The record, by which its pin finds it. */
  noticed(post: Fields, record: MessageRecord): MessageRecord {
    if (!("channel" in record.to)) return record;
    const { channel: id } = record.to;
    this.#newest.set(id, record.sentAt);
    if (post.is_pinned !== true) return record;
    const channel = this.#channels.get(id) ?? { id, pins: [], firstLeftOut: "", leftOut: 0 };
    this.#channels.set(id, channel);
    if (channel.pins.length >= MOST_PINS) {
      if (channel.leftOut++ === 0) channel.firstLeftOut = timeExample(record.sentAt);
      return record;
    }
    // Several may have been sent at once.
    const key = `${id} ${channel.pins.length} ${record.sentAt}`;
    channel.pins.push({ key, excerpt: excerptOf(post), author: record.sender });
    return { ...record, key };
  }

  /** When all messages were read. */
  *lists(threads: Threads): Generator<MessageRecord | SkippedRecord> {
    for (const { id, pins, firstLeftOut, leftOut } of this.#channels.values()) {
      if (leftOut > 0) yield skipped("pins", "the channel has too many", firstLeftOut, leftOut);
      const sentAt = this.#newest.get(id) as number;
      const to = { channel: id, topic: threads.begin(id, sentAt, PINS_TOPIC) };
      yield { type: "message", sender: SYSTEM_BOT.id, sentAt, to, text: TEXT, pins };
    }
  }
}

/** The first line with a word in it, without what makes it a heading or a quotation. */
function excerptOf({ message, attachments }: Fields): string {
  const line = textIn(message)
    .split("\n", 100)
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  const [attached] = objectsIn(attachments);
  const file = textIn(attached?.path).split("/").at(-1) ?? "";
  return shortenedTo((line ?? file).replace(/^[\s>#*+-]+/, ""), LONGEST_EXCERPT);
}

/**
 * Pinned messages of a Slack export. Each channel that has some gets a message at the end, which lists them: in a topic of its
 * own, by Slackbot, whom Slack's own notices come from.
 */
import { type Fields, numberOrNothing, objectsIn, textIn, textOrNothing } from "../json.ts";
import { shortenedTo } from "../names.ts";
import { LONGEST_EXCERPT, PINS_TOPIC } from "../pins.ts";
import type { MessageRecord, PinRecord, SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import type { Threads } from "../threads.ts";
import type { SlackConversation } from "./archive.ts";
import { type NamesThere, plainFrom } from "./mrkdwn.ts";

/** As many as Slack allows. */
const MOST_PINS = 100;
const TEXT = "Pinned in Slack:";

export const SLACKBOT = "USLACKBOT";

/** Others are of files and of comments on files. */
const isMessage = ({ type, id }: Fields): boolean =>
  (type === undefined || type === "C") && /^\d{1,12}\.\d{1,9}$/.test(textIn(id));

interface FoundPin {
  readonly pin: Fields;
  /** Once the message was read. */
  record?: PinRecord;
}

interface PinnedChannel {
  readonly id: string;
  /** By the times of the messages. */
  readonly pins: Map<string, FoundPin>;
  /** Of the newest message, or of the newest pin. */
  newest: number;
}

export class SlackPins {
  readonly #channels = new Map<string, PinnedChannel>();
  readonly leftOut: readonly SkippedRecord[];

  constructor(conversations: readonly SlackConversation[]) {
    this.leftOut = conversations.flatMap((conversation) => this.#pinsOf(conversation));
  }

  #pinsOf({ id, kind, fields }: SlackConversation): SkippedRecord[] {
    const pins = objectsIn(fields.pins);
    const leave = (reason: string, left: readonly Fields[]) =>
      left.length === 0 ? [] : [skipped("pins", reason, `${id} ${textIn(left[0]?.id)}`, left.length)];
    if (kind === "direct" || kind === "group") return leave("direct conversations have no topics", pins);
    const [first, tooMany] = [pins.slice(0, MOST_PINS), pins.slice(MOST_PINS)];
    const ofMessages = first.filter(isMessage);
    if (ofMessages.length > 0) {
      const wanted = new Map(ofMessages.map((pin) => [textIn(pin.id), { pin }]));
      const times = ofMessages.map((pin) => momentOf(pin) ?? 0);
      this.#channels.set(id, { id, pins: wanted, newest: Math.max(...times) });
    }
    return [
      ...leave(
        "what is pinned is not a message",
        first.filter((pin) => !isMessage(pin)),
      ),
      ...leave("the channel has too many", tooMany),
    ];
  }

  /** The record, by which its pin finds it. */
  noticed(
    message: Fields,
    record: MessageRecord,
    { id }: SlackConversation,
    there: NamesThere | undefined,
  ): MessageRecord {
    const channel = this.#channels.get(id);
    if (!channel) return record;
    if (record.sentAt > channel.newest) channel.newest = record.sentAt;
    const found = channel.pins.get(textIn(message.ts));
    if (!found || found.record) return record;
    const key = `${id} ${textIn(message.ts)}`;
    const [attached] = objectsIn(message.files);
    const [line = ""] = plainFrom(textIn(message.text), there).split("\n", 1);
    const { pin } = found;
    found.record = {
      key,
      excerpt: shortenedTo(line || textIn(attached?.title) || textIn(attached?.name), LONGEST_EXCERPT),
      author: record.sender,
      pinnedBy: textOrNothing(pin.user),
      pinnedAt: momentOf(pin),
    };
    return { ...record, key };
  }

  /** When all messages were read. */
  *lists(threads: Threads): Generator<MessageRecord | SkippedRecord> {
    for (const { id, pins, newest } of this.#channels.values()) {
      const found = [...pins.values()].flatMap(({ record }) => record ?? []);
      const missing = [...pins].filter(([, { record }]) => !record);
      if (missing.length > 0)
        yield skipped("pins", "the archive does not have the message", `${id} ${missing[0]?.[0]}`, missing.length);
      if (found.length === 0) continue;
      const topic = threads.begin(id, newest, PINS_TOPIC);
      const ordered = found.sort((a, b) => (a.pinnedAt ?? 0) - (b.pinnedAt ?? 0));
      yield {
        type: "message",
        sender: SLACKBOT,
        sentAt: newest,
        to: { channel: id, topic },
        text: TEXT,
        pins: ordered,
      };
    }
  }
}

/** In seconds; a time that there can have been. */
const LATEST = 1e11;

function momentOf({ created }: Fields): number | undefined {
  const moment = Math.floor(numberOrNothing(created) ?? 0);
  return moment > 0 && moment < LATEST ? moment : undefined;
}

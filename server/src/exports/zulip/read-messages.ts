/** Messages of an archive that Parley wrote in Zulip's format, as rows of Parley's tables. */
import { objectsIn } from "../../imports/json.ts";
import type { ZulipArchive } from "../../imports/zulip/archive.ts";
import { fold } from "../../kernel/db/names.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { isResolving } from "../../messages/edit/resolved.ts";
import { Flag } from "../../messages/flags.ts";
import { Trait } from "../../messages/traits.ts";
import type { Table } from "../archive/tables.ts";
import { Mask, RecipientType, storedFlagsOf, type ZulipRow } from "./format.ts";
import { seconds } from "./people.ts";
import { exceptionAt, FoundMarks } from "./read-marks.ts";

export type HereRow = readonly [table: Table, row: TableRow];

/** Who was subscribed when. */
export interface Periods {
  contains(user: number, channel: number, message: number): boolean;
  /** One period, which has not ended. */
  isUnbroken(user: number, channel: number): boolean;
  isSubscribed(user: number, channel: number): boolean;
}

export interface MessageSurroundings {
  readonly archive: ZulipArchive;
  readonly realm: number;
  readonly recipients: ReadonlyMap<number, { readonly type: number; readonly target: number }>;
  /** The people of groups, by recipient. */
  readonly members: ReadonlyMap<number, readonly number[]>;
  readonly clients: ReadonlyMap<unknown, string>;
  readonly periods: Periods;
}

interface FoundConversation {
  readonly recipient: number;
  readonly people: readonly number[];
  newest: number;
}

interface TopicHere {
  readonly id: number;
  readonly channel: number;
  name: string;
  newest: number;
}

export class MessageReader {
  readonly #around: MessageSurroundings;
  readonly #conversations = new Map<string, FoundConversation>();
  readonly #topics = new Map<string, TopicHere>();
  readonly marks = new FoundMarks();
  #lastRecipient: number;

  private constructor(around: MessageSurroundings) {
    this.#around = around;
    this.#lastRecipient = around.recipients.keys().reduce((last, id) => Math.max(last, id), 0);
  }

  /** Looks through all messages. */
  static async of(around: MessageSurroundings, step: () => void): Promise<MessageReader> {
    const reader = new MessageReader(around);
    for await (const { messages, received } of reader.#files()) {
      step();
      for (const message of messages) reader.#learn(message);
      const places = new Map(messages.map((message) => [message.id, reader.#placeOf(message)]));
      for (const each of received.toSorted((a, b) => Number(a.message) - Number(b.message)))
        reader.#learnReceived(each, places.get(each.message));
    }
    return reader;
  }

  async *#files(): AsyncGenerator<{ messages: ZulipRow[]; received: ZulipRow[]; submessages: ZulipRow[] }> {
    for await (const file of this.#around.archive.messageFiles()) {
      if ("type" in file) throw new DamagedFile("The export is damaged: a file of messages cannot be read.");
      const messages = objectsIn(file.zerver_message).toSorted((a, b) => Number(a.id) - Number(b.id));
      yield { messages, received: objectsIn(file.zerver_usermessage), submessages: objectsIn(file.zerver_submessage) };
    }
  }

  #learn(message: ZulipRow): void {
    const id = numberOf(message.id);
    this.marks.noteMessage(id);
    const place = this.#placeOf(message);
    if ("people" in place) place.newest = Math.max(place.newest, id);
    else {
      const topic = this.#topicOf(place.channel, String(message.subject));
      [topic.name, topic.newest] = [String(message.subject), id];
    }
  }

  #learnReceived({ user_profile, message, flags_mask }: ZulipRow, place: FoundPlace | undefined): void {
    if (!place) throw new DamagedFile("The export is damaged: somebody received a message that is not in its file.");
    const [user, id, mask] = [numberOf(user_profile), numberOf(message), numberOf(flags_mask)];
    const isReceived = "people" in place || this.#around.periods.contains(user, place.channel, id);
    if (isReceived) this.marks.note(user, place.recipient, id, (mask & Mask.read) !== 0);
  }

  #placeOf(message: ZulipRow): FoundPlace {
    const recipient = numberOf(message.recipient);
    const { type, target } = this.#around.recipients.get(recipient) ?? {};
    if (type === undefined || target === undefined)
      throw new DamagedFile("The export is damaged: a message has no recipient.");
    if (type === RecipientType.channel) return { channel: target, recipient };
    if (type === RecipientType.group) return this.#conversation(this.#around.members.get(recipient) ?? [], recipient);
    return this.#conversation([numberOf(message.sender), target], undefined);
  }

  #conversation(people: readonly number[], known: number | undefined): FoundConversation {
    const sorted = [...new Set(people)].sort((a, b) => a - b);
    const key = sorted.join(",");
    const found = this.#conversations.get(key);
    if (found) return found;
    const made = { recipient: known ?? ++this.#lastRecipient, people: sorted, newest: 0 };
    this.#conversations.set(key, made);
    return made;
  }

  #topicOf(channel: number, name: string): TopicHere {
    const key = `${channel} ${fold(name)}`;
    const found = this.#topics.get(key);
    if (found) return found;
    const made = { id: this.#topics.size + 1, channel, name, newest: 0 };
    this.#topics.set(key, made);
    return made;
  }

  *places(): Generator<HereRow> {
    const { realm } = this.#around;
    for (const [direct_key, { recipient }] of this.#conversations)
      yield ["recipient", { id: recipient, realm_id: realm, direct_key }];
    for (const { id, channel, name, newest } of this.#topics.values())
      yield ["topic", { id, channel_id: channel, name, name_key: fold(name), max_message_id: newest }];
    for (const { recipient, people, newest } of this.#conversations.values())
      for (const user_id of people) {
        const read_upto = this.marks.markOf(user_id, recipient, true);
        yield ["direct_participant", { recipient_id: recipient, user_id, read_upto, max_message_id: newest }];
      }
  }

  async *rows(step: (messages: number) => void): AsyncGenerator<HereRow> {
    for await (const { messages, received, submessages } of this.#files()) {
      const places = new Map(messages.map((message) => [message.id, this.#placeOf(message)]));
      for (const message of messages) yield ["message", this.#message(message, places.get(message.id) as FoundPlace)];
      for (const each of received) {
        const row = this.#flags(each, places.get(each.message) as FoundPlace);
        if (row) yield ["user_message", row];
      }
      for (const { id, message, sender, msg_type, content } of submessages)
        yield ["submessage", { id, message_id: message, sender_id: sender, msg_type, content }];
      step(messages.length);
    }
  }

  #message(message: ZulipRow, place: FoundPlace): TableRow {
    const history = historyOf(message.edit_history);
    const html = String(message.rendered_content);
    const isDirect = "people" in place;
    const subject = isDirect ? "" : String(message.subject);
    return {
      id: message.id,
      realm_id: this.#around.realm,
      recipient_id: place.recipient,
      sender_id: message.sender,
      topic_id: isDirect ? null : this.#topicOf(place.channel, subject).id,
      subject,
      content: message.content,
      rendered_content: message.rendered_content,
      sent_at: seconds(message.date_sent),
      client: this.#around.clients.get(message.sending_client) ?? "Import",
      last_edit_at: editedAt(message, history),
      last_moved_at: latest(history.filter(isCountedMove)),
      traits:
        (message.has_link === true ? Trait.hasLink : 0) |
        (message.has_image === true ? Trait.hasImage : 0) |
        (message.has_attachment === true ? Trait.hasAttachment : 0) |
        (CHANNEL_WILDCARD.test(html) ? Trait.channelWildcard : 0) |
        (TOPIC_WILDCARD.test(html) ? Trait.topicWildcard : 0),
      edit_history: history.length === 0 ? null : history,
    };
  }

  #flags({ user_profile, message, flags_mask }: ZulipRow, place: FoundPlace): TableRow | undefined {
    const [user, id, mask] = [numberOf(user_profile), numberOf(message), numberOf(flags_mask)];
    const flags = storedFlagsOf(mask) | this.#readFlags(user, id, mask, place);
    return flags === 0 ? undefined : { user_id: user, message_id: id, flags };
  }

  #readFlags(user: number, id: number, mask: number, place: FoundPlace): number {
    const isRead = (mask & Mask.read) !== 0;
    const { periods } = this.#around;
    if ("people" in place) return exceptionAt(this.marks.markOf(user, place.recipient, true), id, isRead);
    const isInPeriod = periods.contains(user, place.channel, id);
    // A bot that was mentioned where it is not subscribed.
    const received = (mask & Mask.historical) === 0 && !isInPeriod ? Flag.received : 0;
    if (!periods.isSubscribed(user, place.channel)) return received | (received && isRead ? Flag.read : 0);
    const mark = this.marks.markOf(user, place.recipient, periods.isUnbroken(user, place.channel));
    return received | exceptionAt(mark, id, isRead);
  }
}

type FoundPlace = FoundConversation | { readonly channel: number; readonly recipient: number };

const CHANNEL_WILDCARD = /<span class="user-mention channel-wildcard-mention" data-user-id="\*"/;
const TOPIC_WILDCARD = /<span class="topic-mention"/;

function numberOf(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new DamagedFile("The export is damaged: an id is not a number.");
  return value as number;
}

/** Newest first. */
function historyOf(history: unknown): ZulipRow[] {
  try {
    return objectsIn(typeof history === "string" ? JSON.parse(history) : history);
  } catch {
    throw new DamagedFile("The export is damaged: the edit history of a message is invalid.");
  }
}

const isTextEdit = (edit: ZulipRow): boolean => typeof edit.prev_content === "string";
const isMove = (edit: ZulipRow): boolean => edit.prev_stream !== undefined || edit.prev_topic !== undefined;
/** Resolving a topic is no move. */
const isCountedMove = (edit: ZulipRow): boolean =>
  isMove(edit) && (edit.prev_stream !== undefined || !isResolving(String(edit.prev_topic), String(edit.topic)));

function latest(edits: readonly ZulipRow[]): number | null {
  const times = edits.map((edit) => Number(edit.timestamp)).filter(Number.isSafeInteger);
  return times.length === 0 ? null : Math.max(...times);
}

/** Zulip has one time for edits and moves; what no move explains is an edit whose text is no longer kept. */
function editedAt({ last_edit_time }: ZulipRow, history: readonly ZulipRow[]): number | null {
  const edited = latest(history.filter(isTextEdit));
  if (edited !== null || typeof last_edit_time !== "number") return edited;
  const moved = latest(history.filter(isMove)) ?? 0;
  return Math.floor(last_edit_time) > moved ? Math.floor(last_edit_time) : null;
}

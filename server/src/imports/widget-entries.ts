/** Polls and to-do lists of an archive, and what people have added to them: as far as the API would take it. */
import type { UserId } from "../kernel/api/ids.ts";
import type { App } from "../kernel/context.ts";
import { limitOf } from "../kernel/limits/room.ts";
import { withAuthor } from "../messages/submessages/authors.ts";
import { addSubmessage } from "../messages/submessages/contract.ts";
import { checkWidgetData } from "../messages/submessages/widget-data.ts";
import { widgetOf } from "../text/markdown/widgets.ts";
import { fieldsOf } from "./json.ts";
import { MAX_ENTRY_CHARACTERS_OF_MESSAGE, MAX_TEXT_LENGTH } from "./limits.ts";
import { accepted, refusal } from "./organization/parts.ts";
import { ENTRIES, type MessageRecord, type SkippedRecord, type WidgetEntryRecord } from "./records.ts";
import { skipped } from "./skipped.ts";

export interface LocalWidgetEntry {
  readonly sender_id: UserId;
  readonly msg_type: string;
  readonly content: string;
}

interface FoundEntries {
  readonly entries: readonly LocalWidgetEntry[];
  readonly leftOut: readonly SkippedRecord[];
}

interface EntrySurroundings {
  readonly app: Pick<App, "config">;
  readonly people: { get(id: string): { readonly id: UserId } | undefined };
}

/** The message to which they were added, as it is here. */
interface EntriesMessage {
  readonly sender: UserId;
  readonly content: string;
}

const NO_ENTRIES: FoundEntries = { entries: [], leftOut: [] };

const STRANGER = "the person is not in the archive";
const REFUSED = "nobody could add it here";
const TOO_MANY = "the message has too many";

/** What makes a message a widget; others only add to it. */
const WIDGET = "widget";

export function localEntries(
  around: EntrySurroundings,
  { entries: records = [] }: MessageRecord,
  message: EntriesMessage,
  example: () => string,
): FoundEntries {
  if (records.length === 0) return NO_ENTRIES;
  const list = new EntryList(around, message);
  const reasons = new Map<string, number>();
  for (const record of records) {
    const reason = list.add(record);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const leftOut = [...reasons].map(([reason, count]) => skipped(ENTRIES, reason, example(), count));
  return { entries: list.entries, leftOut };
}

class EntryList {
  readonly #around: EntrySurroundings;
  readonly #message: EntriesMessage;
  readonly #bySender = new Map<UserId, number>();
  /** Of what kind, once the message is one. */
  #widget: { readonly type: unknown } | undefined;
  #characters = 0;
  readonly entries: LocalWidgetEntry[] = [];

  constructor(around: EntrySurroundings, message: EntriesMessage) {
    this.#around = around;
    this.#message = message;
  }

  /** Returns the reason if it cannot be. */
  add(record: WidgetEntryRecord): string | undefined {
    const { app, people } = this.#around;
    const sender_id = people.get(record.person)?.id;
    if (sender_id === undefined) return STRANGER;
    const own = this.#bySender.get(sender_id) ?? 0;
    if (own >= limitOf(app, "submessages_by_user") || this.entries.length >= limitOf(app, "submessages"))
      return TOO_MANY;
    const found = this.#started(record, sender_id) ?? this.#added(record, sender_id);
    if (typeof found === "string") return found;
    this.#characters += found.content.length;
    if (this.#characters > MAX_ENTRY_CHARACTERS_OF_MESSAGE) return TOO_MANY;
    if (found.msg_type === WIDGET) this.#widget ??= { type: fieldsOf(parsed(found.content)).widget_type };
    this.#bySender.set(sender_id, own + 1);
    this.entries.push({ sender_id, ...found });
    return undefined;
  }

  /** The poll or list that the text starts is made from it, as when it is sent. It may be longer than what is added. */
  #started({ kind, content }: WidgetEntryRecord, sender_id: UserId): Omit<LocalWidgetEntry, "sender_id"> | undefined {
    if (this.#widget || kind !== WIDGET || sender_id !== this.#message.sender) return undefined;
    const widget = widgetOf(this.#message.content);
    if (!widget || content.length > MAX_TEXT_LENGTH) return undefined;
    const isThis = fieldsOf(parsed(content)).widget_type === widget.widget_type;
    return isThis ? { msg_type: WIDGET, content: JSON.stringify(widget) } : undefined;
  }

  #added(
    { kind, content: written }: WidgetEntryRecord,
    sender_id: UserId,
  ): Omit<LocalWidgetEntry, "sender_id"> | string {
    const isAuthor = sender_id === this.#message.sender;
    if (!isAuthor && !this.#widget) return REFUSED;
    const msg_type = accepted(addSubmessage.params.msg_type, kind.toWellFormed());
    const content = accepted(addSubmessage.params.content, written.toWellFormed());
    const data = content === undefined ? undefined : parsed(content);
    if (msg_type === undefined || content === undefined || data === undefined) return REFUSED;
    const { type } = this.#widget ?? {};
    if ("refused" in refusal(() => checkWidgetData(type, data, isAuthor))) return REFUSED;
    // Others may have anything in them, and name nobody in a way that is known.
    if (type !== "poll" && type !== "todo") return { msg_type, content };
    // In one spelling, so that the author in a key is found.
    const local = this.#withLocalAuthor(JSON.stringify(data));
    return local === undefined ? STRANGER : { msg_type, content: local };
  }

  /** Undefined for a vote on an option, or a check of a task, of somebody who is not here: its id is that of another one. */
  #withLocalAuthor(content: string): string | undefined {
    let isKnown = true;
    const local = withAuthor(content, (id) => {
      const author = this.#around.people.get(String(id))?.id;
      isKnown &&= author !== undefined;
      return author ?? id;
    });
    return isKnown ? local : undefined;
  }
}

/** Undefined if it is not JSON. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

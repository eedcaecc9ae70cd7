/** Zulip's exports (gzipped tar files). */
import { createHash } from "node:crypto";
import { widgetOf } from "../../text/markdown/widgets.ts";
import type { DiskRoom } from "../archives/disk-room.ts";
import { type Fields, listOf, numberOrNothing, objectsIn, textIn, textOrNothing } from "../json.ts";
import type {
  ChannelRecord,
  EditRecord,
  EmojiRecord,
  FileRecord,
  GroupRecord,
  ImportSource,
  LocalNames,
  MessageRecord,
  OrganizationRecord,
  PersonalRecord,
  PersonRecord,
  PictureRecord,
  ReactionRecord,
  SkippedRecord,
  WidgetEntryRecord,
} from "../records.ts";
import { ENTRIES } from "../records.ts";
import { fileExample, skipped, skippedAll } from "../skipped.ts";
import { idIn, ZulipArchive } from "./archive.ts";
import { channelsIn, isProtected } from "./channels.ts";
import { groupIds, groupsIn } from "./groups.ts";
import { IdleReceivers } from "./idle.ts";
import { tablesLeftOut } from "./left-out.ts";
import { markdownFrom, type NamesInArchive } from "./markdown.ts";
import { organizationIn } from "./organization.ts";
import { personalIn } from "./personal.ts";
import { picturesIn } from "./pictures.ts";

const PERSONAL = 1;
const CHANNEL = 2;
const GUEST = 600;
const STARRED = 2;

interface Recipient {
  readonly type: number;
  readonly target: string;
  readonly members: string[];
}

/** Rows about a message in the file that has it. */
interface AddedToMessage {
  readonly received: readonly Fields[];
  readonly entries: readonly WidgetEntryRecord[] | undefined;
}

export class ZulipSource implements ImportSource {
  readonly name = "zulip";
  readonly origin: string;
  readonly hasMessageIds = true;
  readonly #archive: ZulipArchive;
  readonly #recipients = new Map<string, Recipient>();
  readonly #reactions: ReadonlyMap<string, readonly Fields[]>;
  readonly #files: ReadonlyMap<string, readonly FileRecord[]>;
  readonly #protectedChannels = new Set<string>();
  /** By name. */
  readonly #groups: ReadonlyMap<string, string>;
  #idle: IdleReceivers | undefined;

  private constructor(archive: ZulipArchive) {
    this.#archive = archive;
    const [realm = {}] = archive.rows("zerver_realm");
    this.origin = `zulip:${organizationOf(realm)}`;
    for (const { id, type, type_id } of archive.rows("zerver_recipient"))
      this.#recipients.set(idIn(id), { type: numberOrNothing(type) ?? 0, target: idIn(type_id), members: [] });
    for (const { recipient, user_profile, active } of archive.rows("zerver_subscription"))
      if (active !== false) this.#recipients.get(idIn(recipient))?.members.push(idIn(user_profile));
    this.#reactions = Map.groupBy(archive.rows("zerver_reaction"), ({ message }) => idIn(message));
    this.#files = this.#filesByMessage();
    this.#groups = groupIds(archive);
    for (const stream of archive.rows("zerver_stream"))
      if (isProtected(stream)) this.#protectedChannels.add(idIn(stream.id));
  }

  static async open(file: string, room: DiskRoom): Promise<ZulipSource> {
    return new ZulipSource(await ZulipArchive.open(file, room.folder, room));
  }

  #filesByMessage(): Map<string, FileRecord[]> {
    const files = new Map<string, FileRecord[]>();
    for (const attachment of this.#archive.attachments) {
      const path = textIn(attachment.path_id);
      const record: FileRecord = {
        id: path,
        name: textOrNothing(attachment.file_name) ?? "file",
        contentType: textIn(attachment.content_type),
        owner: idIn(attachment.owner),
        reference: `/user_uploads/${path}`,
        open: () => this.#archive.read(`uploads/${path}`),
      };
      if (path === "" || !Array.isArray(attachment.messages)) continue;
      for (const message of attachment.messages) {
        const list = files.get(idIn(message));
        if (list) list.push(record);
        else files.set(idIn(message), [record]);
      }
    }
    return files;
  }

  async *people(): AsyncGenerator<PersonRecord | SkippedRecord> {
    const tables = ["zerver_userprofile", "zerver_userprofile_mirrordummy", "zerver_userprofile_crossrealm"];
    for (const table of tables)
      for (const user of this.#archive.rows(table)) {
        const isBot = user.is_bot === true || table === "zerver_userprofile_crossrealm";
        const email = textOrNothing(user.delivery_email) ?? textOrNothing(user.email);
        const name = textOrNothing(user.full_name) ?? email ?? "";
        if (idIn(user.id) === "") yield skipped("people", "there is no id", "");
        else
          yield {
            type: "person",
            id: idIn(user.id),
            name,
            email: isBot ? undefined : email,
            isBot,
            isGuest: user.role === GUEST,
            isDeactivated: table === "zerver_userprofile" && user.is_active === false,
            timezone: textOrNothing(user.timezone),
          };
      }
  }

  async *channels(): AsyncGenerator<ChannelRecord | SkippedRecord> {
    const members = new Map<string, readonly string[]>();
    for (const { type, target, members: subscribed } of this.#recipients.values())
      if (type === CHANNEL) members.set(target, subscribed);
    yield* channelsIn(this.#archive, (id) => members.get(id) ?? []);
    yield* tablesLeftOut(this.#archive);
    for (const { path_id, messages } of this.#archive.attachments)
      if (textIn(path_id) === "" || listOf(messages).length === 0)
        yield skipped("files", "no message has the file", fileExample({ id: textIn(path_id) }));
  }

  async *groups(): AsyncGenerator<GroupRecord | SkippedRecord> {
    yield* groupsIn(this.#archive);
  }

  async *organization(): AsyncGenerator<OrganizationRecord | SkippedRecord> {
    yield* organizationIn(this.#archive);
  }

  async *emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    const [realm = {}] = this.#archive.rows("zerver_realm");
    for (const emoji of this.#archive.rows("zerver_realmemoji")) {
      const [name, file] = [textIn(emoji.name), textIn(emoji.file_name)];
      if (emoji.deactivated === true) {
        yield skipped("custom emoji", "the emoji is deactivated", name);
        continue;
      }
      const folder = `emoji/${idIn(realm.id)}/emoji/images`;
      const open = () => this.#archive.read(`${folder}/${file}`, `${folder}/${file}.original`, `emoji/${file}`);
      yield { type: "emoji", name, author: idIn(emoji.author), image: { id: file, name: file, contentType: "", open } };
    }
  }

  pictures(): AsyncGenerator<PictureRecord | SkippedRecord> {
    return picturesIn(this.#archive);
  }

  async *personal(): AsyncGenerator<PersonalRecord | SkippedRecord> {
    yield* personalIn(this.#archive);
  }

  async *messages(here: LocalNames): AsyncGenerator<MessageRecord | SkippedRecord> {
    const groupNamed = (name: string) => {
      const id = this.#groups.get(name);
      return id === undefined ? undefined : here.group?.(id);
    };
    const names = { ...here, groupNamed };
    for await (const file of this.#archive.messageFiles()) {
      if ("type" in file) {
        yield file as SkippedRecord;
        continue;
      }
      const { zerver_message, zerver_usermessage, zerver_submessage } = file;
      const received = Map.groupBy(objectsIn(zerver_usermessage), ({ message }) => idIn(message));
      const rows = objectsIn(zerver_message).sort(
        (a, b) => (numberOrNothing(a.id) ?? 0) - (numberOrNothing(b.id) ?? 0),
      );
      const added = zerver_submessage === undefined ? rows.flatMap(widgetIn) : objectsIn(zerver_submessage);
      const entries = entriesByMessage(added);
      for (const message of rows) {
        const id = idIn(message.id);
        yield this.#record(message, { received: received.get(id) ?? [], entries: entries.get(id) }, names);
        entries.delete(id);
      }
      const strays = [...entries].flatMap(([id, list]) => list.map(() => id));
      yield* skippedAll(ENTRIES, "the message is not in the archive", strays);
    }
  }

  #record(
    message: Fields,
    { received, entries }: AddedToMessage,
    names: NamesInArchive,
  ): MessageRecord | SkippedRecord {
    const id = idIn(message.id);
    const recipient = this.#recipients.get(idIn(message.recipient));
    const text = textIn(message.content);
    if (!recipient) return skipped("messages", "the conversation is not in the archive", id);
    const sender = idIn(message.sender);
    return {
      type: "message",
      id: numberOrNothing(message.id),
      sender,
      sentAt: numberOrNothing(message.date_sent) ?? Number.NaN,
      to: placeOf(recipient, sender, textIn(message.subject)),
      text: markdownFrom(text, names),
      edits: editsOf(message, names),
      leftOut: movesOf(message),
      reactions: (this.#reactions.get(id) ?? []).map(reactionFrom),
      files: this.#files.get(id) ?? [],
      entries,
      starredBy: received
        .filter(({ flags_mask }) => ((numberOrNothing(flags_mask) ?? 0) & STARRED) !== 0)
        .map(({ user_profile }) => idIn(user_profile)),
      ...(recipient.type === CHANNEL && this.#protectedChannels.has(recipient.target)
        ? { receivedBy: this.#receiversOf(message, recipient.target, received) }
        : {}),
    };
  }

  #receiversOf({ id }: Fields, channel: string, received: readonly Fields[]): string[] {
    this.#idle ??= new IdleReceivers(
      this.#archive.rows("zerver_userprofile"),
      this.#archive.rows("zerver_realmauditlog"),
    );
    const stored = received.map(({ user_profile }) => idIn(user_profile));
    return [...new Set([...stored, ...this.#idle.of(channel, numberOrNothing(id) ?? 0)])];
  }

  close(): Promise<void> {
    return this.#archive.close();
  }
}

/** Exports of old versions have no unique id, and short names are unique on one server only. */
function organizationOf({ uuid, string_id, name, date_created }: Fields): string {
  const known = textOrNothing(uuid);
  if (known !== undefined && known.length <= 100) return known;
  return createHash("sha256")
    .update(
      JSON.stringify([uuid, string_id, name, date_created].map((part) => (typeof part === "object" ? null : part))),
    )
    .digest("hex")
    .slice(0, 32);
}

function placeOf({ type, target, members }: Recipient, sender: string, topic: string): MessageRecord["to"] {
  if (type === CHANNEL) return { channel: target, topic };
  return { people: type === PERSONAL ? [sender, target] : members };
}

const reactionFrom = ({ user_profile, emoji_name }: Fields): ReactionRecord => ({
  person: idIn(user_profile),
  emoji: textIn(emoji_name),
});

/** What Zulip leaves out of its own exports: a poll or list that the text starts, without anything that people have added. */
function widgetIn({ id, sender, content }: Fields): Fields[] {
  const widget = widgetOf(textIn(content));
  return widget ? [{ message: id, sender, msg_type: "widget", content: JSON.stringify(widget) }] : [];
}

function entriesByMessage(rows: readonly Fields[]): Map<string, WidgetEntryRecord[]> {
  const ordered = rows.toSorted((a, b) => (numberOrNothing(a.id) ?? 0) - (numberOrNothing(b.id) ?? 0));
  const entries = new Map<string, WidgetEntryRecord[]>();
  for (const { message, sender, msg_type, content } of ordered) {
    const entry = { person: idIn(sender), kind: textIn(msg_type), content: textIn(content) };
    const list = entries.get(idIn(message));
    if (list) list.push(entry);
    else entries.set(idIn(message), [entry]);
  }
  return entries;
}

/** Newest first, as JSON in a text or not. */
const historyOf = ({ edit_history }: Fields): Fields[] =>
  objectsIn(typeof edit_history === "string" ? parsed(edit_history) : edit_history);

const changesText = ({ prev_content }: Fields): boolean => typeof prev_content === "string";

function editsOf(message: Fields, names: NamesInArchive): EditRecord[] {
  return historyOf(message)
    .filter(changesText)
    .map(({ prev_content, timestamp, user_id }) => ({
      editedAt: numberOrNothing(timestamp) ?? Number.NaN,
      editor: idIn(user_id),
      before: markdownFrom(textIn(prev_content), names),
    }))
    .reverse();
}

function movesOf(message: Fields): SkippedRecord[] {
  const moves = historyOf(message).filter((each) => !changesText(each)).length;
  return moves === 0 ? [] : [skipped("moves", "messages are where they were last", idIn(message.id), moves)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

/** Slack's exports (zip), with or without private channels and direct messages. */
import { DamagedFile } from "../../kernel/json-lines.ts";
import type { DiskRoom } from "../archives/disk-room.ts";
import { LargeSort } from "../archives/sort.ts";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, isFields, isTooDeep, numberOrNothing, textIn, textOrNothing } from "../json.ts";
import type {
  ChannelRecord,
  EmojiRecord,
  ImportSource,
  LocalNames,
  MessageRecord,
  PersonalRecord,
  PersonRecord,
  PictureRecord,
  ProfileFieldRecord,
  SkippedRecord,
} from "../records.ts";
import { activeFirst } from "../records.ts";
import { skipped } from "../skipped.ts";
import { Threads } from "../threads.ts";
import { type DayFile, OTHER_FILES, SlackArchive, type SlackConversation } from "./archive.ts";
import type { SlackFileOptions } from "./download.ts";
import { SlackFiles } from "./files.ts";
import { recordFrom } from "./messages.ts";
import { type NamesThere, plainFrom } from "./mrkdwn.ts";
import { SlackPictures } from "./pictures.ts";
import { SLACKBOT, SlackPins } from "./pins.ts";
import { SlackProfiles } from "./profiles.ts";

/** Apps without an id share an account beyond this many names. */
const MOST_NAMED_BOTS = 500;

/** Bytes of JSON; what is parsed of it is some times larger. */
const DAY_IN_MEMORY = 32 * 1024 * 1024;

const sizeOfDay = (files: readonly DayFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

interface FoundMessage {
  readonly message: Fields;
  readonly conversation: SlackConversation;
}

export class SlackSource implements ImportSource {
  readonly name = "slack";
  readonly origin: string;
  readonly hasMessageIds = false;
  readonly #archive: SlackArchive;
  readonly #files: SlackFiles;
  readonly #pictures: SlackPictures;
  readonly #users: readonly Fields[];
  readonly #room: DiskRoom;
  readonly #namesThere = new Map<string, string>();

  private constructor(archive: SlackArchive, options: SlackFileOptions, users: readonly Fields[], room: DiskRoom) {
    this.#archive = archive;
    this.#room = room;
    this.#files = new SlackFiles(archive.zip, options);
    this.#pictures = new SlackPictures(archive.zip, options);
    this.#users = users;
    this.origin = `slack:${workspaceOf(users)}`;
  }

  static isOne = (zip: ZipArchive): boolean => SlackArchive.isOne(zip);

  /** The room is for what does not fit into memory. */
  static async open(zip: ZipArchive, options: SlackFileOptions, room: DiskRoom): Promise<SlackSource> {
    const archive = await SlackArchive.open(zip);
    // Before anything is stored, though days are sorted behind people and channels.
    const largest = archive.days.reduce((most, files) => Math.max(most, sizeOfDay(files)), 0);
    if (largest > DAY_IN_MEMORY) await room.expect(largest);
    return new SlackSource(archive, options, await archive.users(), room);
  }

  async *people(): AsyncGenerator<PersonRecord | SkippedRecord> {
    for (const user of activeFirst(this.#users, ({ deleted }) => deleted === true)) {
      const record = personFrom(user);
      if (record.id === "") {
        yield skipped("people", "there is no id", "");
        continue;
      }
      this.#namesThere.set(record.id, record.name);
      yield record;
    }
  }

  async *channels(): AsyncGenerator<ChannelRecord | SkippedRecord> {
    for (const conversation of this.#archive.conversations) {
      if (conversation.kind === "channel" || conversation.kind === "private") yield channelFrom(conversation);
    }
    yield* this.#archive.leftOut;
    yield* new SlackPins(this.#archive.conversations).leftOut;
    for (const [file, what] of Object.entries(OTHER_FILES))
      if (this.#archive.zip.has(file)) yield skipped(what, "nothing here corresponds to it", file);
  }

  async *organization(): AsyncGenerator<ProfileFieldRecord> {
    yield* this.#profiles().fields;
  }

  async *personal(): AsyncGenerator<PersonalRecord | SkippedRecord> {
    yield* this.#profiles().personal();
  }

  #profiles(): SlackProfiles {
    const people = this.#users.filter((user) => !isBot(user));
    return new SlackProfiles(activeFirst(people, ({ deleted }) => deleted === true));
  }

  emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    return this.#files.emoji();
  }

  async *pictures(): AsyncGenerator<PictureRecord | SkippedRecord> {
    for (const user of activeFirst(this.#users, ({ deleted }) => deleted === true)) {
      const [person, images] = [textIn(user.id), await this.#pictures.of(user)];
      if (person !== "" && images) yield { type: "picture", person, images };
    }
  }

  async *messages(names: LocalNames): AsyncGenerator<MessageRecord | PersonRecord | SkippedRecord> {
    // With those whom the messages name, from there on.
    const there = new Map(this.#namesThere);
    const nameOf = (id: string) => {
      const person = names.person(id);
      return person?.isErased ? person.full_name : there.get(id);
    };
    const around = {
      names: { ...names, there: { person: nameOf, channel: this.#channelNames() } },
      threads: new Threads(),
      file: (fields: Fields) => this.#files.record(fields),
    };
    const strangers = new Strangers(new Set(this.#namesThere.keys()));
    const pins = new SlackPins(this.#archive.conversations);
    for (const files of this.#archive.days)
      for await (const list of this.#messagesOf(files))
        for (const found of list) {
          if ("type" in found) {
            yield found;
            continue;
          }
          const { message, conversation } = found;
          const sender = strangers.senderOf(message);
          if (sender.record) {
            there.set(sender.id, sender.record.name);
            yield sender.record;
          }
          const record = recordFrom(message, sender.id, conversation, around);
          yield record.type === "message" ? pins.noticed(message, record, conversation, around.names.there) : record;
        }
    const lists = [...pins.lists(around.threads)];
    const slackbot = lists.some(({ type }) => type === "message") && strangers.senderOf(SLACKBOT_HIMSELF).record;
    if (slackbot) yield slackbot;
    yield* lists;
  }

  #channelNames(): NamesThere["channel"] {
    const names = new Map(
      this.#archive.conversations
        .filter(({ kind }) => kind === "channel" || kind === "private")
        .map(({ id, folder }) => [id, folder]),
    );
    return (id) => names.get(id);
  }

  /** The messages of a day, of all conversations, by time. A day that is too large for memory is sorted on the disk. */
  async *#messagesOf(files: readonly DayFile[]): AsyncGenerator<readonly (FoundMessage | SkippedRecord)[]> {
    const isLarge = sizeOfDay(files) > DAY_IN_MEMORY;
    const sort = isLarge ? await LargeSort.in(this.#room.folder, { room: this.#room }) : undefined;
    const found: { readonly time: number; readonly each: FoundMessage }[] = [];
    try {
      for (const [index, file] of files.entries())
        for await (const list of this.#messagesIn(file))
          for (const each of list) {
            if ("type" in each) yield [each];
            else if (sort) await sort.add(timeOf(each.message), [index, each.message]);
            else found.push({ time: timeOf(each.message), each });
          }
      // Stable: messages with equal times stay in the order of the archive.
      yield found.sort((a, b) => a.time - b.time).map(({ each }) => each);
      for await (const sorted of sort?.sorted() ?? []) {
        const [index, message] = sorted as [number, Fields];
        yield [{ message, conversation: (files[index] as DayFile).conversation }];
      }
    } finally {
      await sort?.close();
    }
  }

  async *#messagesIn(file: DayFile): AsyncGenerator<readonly (FoundMessage | SkippedRecord)[]> {
    const { path, conversation } = file;
    // Folders of conversations between several people are named after them.
    const example = `${conversation.id} ${path.split("/").at(-1)}`;
    try {
      for await (const list of this.#archive.messagesIn(file))
        yield list.map((message) => {
          if (!isFields(message)) return skipped("messages", "the entry is not an object", example);
          if (isTooDeep(message)) return skipped("messages", "it nests too deeply", `${example} ${textIn(message.ts)}`);
          return { message, conversation };
        });
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      yield [skipped("files of messages", "the file is damaged, or something in it is too long", example)];
    }
  }

  close(): Promise<void> {
    return this.#archive.zip.close();
  }
}

/** Most people of an export belong to its workspace; others are of workspaces with which it shares channels. */
function workspaceOf(users: readonly Fields[]): string {
  const counts = new Map<string, number>();
  for (const { team_id } of users) {
    const team = textIn(team_id).slice(0, 40);
    if (team !== "") counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  const [[most] = [""]] = [...counts].sort(([a, of], [b, than]) => than - of || (a < b ? -1 : 1));
  return most;
}

const timeOf = ({ ts }: Fields): number => {
  const time = Number.parseFloat(textIn(ts));
  return Number.isFinite(time) ? time : 0;
};

const isBot = (user: Fields): boolean => user.is_bot === true || user.id === SLACKBOT;

function personFrom(user: Fields): PersonRecord {
  const profile = fieldsOf(user.profile);
  return {
    type: "person",
    id: textIn(user.id),
    name:
      textOrNothing(profile.real_name) ??
      textOrNothing(user.real_name) ??
      textOrNothing(profile.display_name) ??
      textIn(user.name),
    email: textOrNothing(profile.email),
    isBot: isBot(user),
    isDeactivated: user.deleted === true,
    isGuest: user.is_restricted === true || user.is_ultra_restricted === true,
    timezone: textOrNothing(user.tz),
  };
}

function channelFrom({ id, kind, folder, members, fields }: SlackConversation): ChannelRecord {
  const about = (part: unknown) => plainFrom(textIn(fieldsOf(part).value));
  return {
    type: "channel",
    id,
    name: folder,
    description: [about(fields.purpose), about(fields.topic)].filter((text) => text !== "").join(" · "),
    isPrivate: kind === "private",
    isArchived: fields.is_archived === true,
    createdAt: numberOrNothing(fields.created),
    creator: textOrNothing(fields.creator),
    subscribers: members,
  };
}

/** Senders whom the list of people does not have: apps, and people of other workspaces. */
class Strangers {
  readonly #known: Set<string>;
  #namedBots = 0;

  constructor(known: Set<string>) {
    this.#known = known;
  }

  /** The sender's id, with a record for the first message of someone new. */
  senderOf(message: Fields): { id: string; record?: PersonRecord } {
    const user = textOrNothing(message.user);
    const { id, name, isBot } = user === undefined ? this.#botIn(message) : { id: user, ...strangerIn(message, user) };
    if (this.#known.has(id)) return { id };
    this.#known.add(id);
    return { id, record: { type: "person", id, name, isBot } };
  }

  #botIn(message: Fields): { id: string; name: string; isBot: boolean } {
    const profile = fieldsOf(message.bot_profile);
    const name = textOrNothing(profile.name) ?? textOrNothing(message.username) ?? "App";
    const bot = textOrNothing(message.bot_id);
    if (bot !== undefined) return { id: `bot:${bot}`, name, isBot: true };
    const id = `bot:named:${name}`;
    if (!this.#known.has(id) && this.#namedBots++ >= MOST_NAMED_BOTS) return { id: "bot:", name: "App", isBot: true };
    return { id, name, isBot: true };
  }
}

function strangerIn(message: Fields, id: string): { name: string; isBot: boolean } {
  const profile = fieldsOf(message.user_profile);
  const name = textOrNothing(profile.real_name) ?? textOrNothing(profile.display_name) ?? textOrNothing(profile.name);
  return { name: name ?? `Slack user ${id}`, isBot: id === SLACKBOT };
}

/** Where no list names it. */
const SLACKBOT_HIMSELF: Fields = { user: SLACKBOT, user_profile: { real_name: "Slackbot" } };

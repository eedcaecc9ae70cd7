/** Mattermost's bulk exports (JSON lines, or a zip file with attachments). */
import { createHash } from "node:crypto";
import type { DiskRoom } from "../archives/disk-room.ts";
import { LargeSort, SORTED_IN_MEMORY } from "../archives/sort.ts";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, listOf, numberOrNothing, objectsIn, textIn, textOrNothing, textsIn } from "../json.ts";
import { MAX_PEOPLE_IN_CONVERSATION } from "../limits.ts";
import type {
  ChannelRecord,
  EmojiRecord,
  FileRecord,
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
import { skipped, timeExample } from "../skipped.ts";
import { MAIN_TOPIC, Threads } from "../threads.ts";
import { MattermostArchive } from "./archive.ts";
import { markdownFrom } from "./markdown.ts";
import { MattermostPins, SYSTEM_BOT } from "./pins.ts";
import { fullNameOf, idOf, MattermostProfiles } from "./profiles.ts";

/** A post or a reply as it is sorted: everything that its message needs. */
interface SortedPost {
  readonly post: Fields;
  /** Undefined for a direct conversation. */
  readonly channel?: { readonly team: string; readonly name: string; readonly topic: string };
  readonly members?: readonly string[];
}

/** Direct conversations begin with their first message here. */
const DIRECT_CHANNELS = new Set(["direct_channel"]);

export class MattermostSource implements ImportSource {
  readonly name = "mattermost";
  readonly origin: string;
  readonly hasMessageIds = false;
  readonly #archive: MattermostArchive;
  readonly #room: DiskRoom;
  readonly #known = new Set<string>();

  private constructor(archive: MattermostArchive, room: DiskRoom) {
    this.#archive = archive;
    this.#room = room;
    this.origin = `mattermost:${serverOf(archive)}`;
  }

  static async open(file: string, zip: ZipArchive | undefined, room: DiskRoom): Promise<MattermostSource> {
    const archive = await MattermostArchive.open(file, zip);
    // Before anything is stored, though the posts are sorted behind people and channels.
    const size = await archive.sizeOfLines();
    if (size > SORTED_IN_MEMORY) await room.expect(size);
    return new MattermostSource(archive, room);
  }

  async *people(): AsyncGenerator<PersonRecord | SkippedRecord> {
    for (const user of activeFirst(this.#archive.lists.users, isDeleted)) {
      const id = idOf(user);
      const name = fullNameOf(user) || textOrNothing(user.nickname) || id;
      if (id === "") {
        yield skipped("people", "there is no name", "");
        continue;
      }
      const isGuest = textIn(user.roles).split(" ").includes("system_guest");
      yield this.#person({
        type: "person",
        id,
        isNamedById: true,
        name,
        email: textOrNothing(user.email),
        isGuest,
        isBot: user.is_bot === true,
        isDeactivated: isDeleted(user),
      });
    }
    for (const bot of this.#archive.lists.bots) {
      const id = idOf(bot);
      const name = textOrNothing(bot.display_name) ?? id;
      if (id === "") yield skipped("bots", "there is no name", "");
      else yield this.#person({ type: "person", id, name, isBot: true });
    }
  }

  #person(record: PersonRecord): PersonRecord {
    this.#known.add(record.id);
    return record;
  }

  async *channels(): AsyncGenerator<ChannelRecord | SkippedRecord> {
    const { lists } = this.#archive;
    const members = new Map<string, string[]>();
    for (const user of lists.users)
      for (const team of objectsIn(user.teams))
        for (const channel of objectsIn(team.channels)) {
          const key = `${textIn(team.name)}/${textIn(channel.name)}`;
          const list = members.get(key) ?? [];
          list.push(idOf(user));
          members.set(key, list);
        }
    const teams = new Map(lists.teams.map((team) => [textIn(team.name), textOrNothing(team.display_name)]));
    for (const channel of lists.channels) {
      const [team, name] = [textIn(channel.team), textIn(channel.name)];
      const title = textOrNothing(channel.display_name) ?? name;
      const texts = [textIn(channel.purpose), textIn(channel.header)];
      yield {
        type: "channel",
        id: `${team}/${name}`,
        name: teams.size > 1 ? `${teams.get(team) ?? team}: ${title}` : title,
        description: texts.filter((text) => text !== "").join(" · "),
        isPrivate: channel.type !== "O",
        isArchived: isDeleted(channel),
        subscribers: members.get(`${team}/${name}`) ?? [],
      };
    }
    for (const [type, count] of lists.others)
      if (!DIRECT_CHANNELS.has(type)) yield skipped("other entries", "they are not imported", type, count);
  }

  async *organization(): AsyncGenerator<ProfileFieldRecord> {
    yield* this.#profiles().fields;
  }

  async *personal(): AsyncGenerator<PersonalRecord | SkippedRecord> {
    yield* this.#profiles().personal();
  }

  #profiles(): MattermostProfiles {
    const people = this.#archive.lists.users.filter(({ is_bot }) => is_bot !== true);
    return new MattermostProfiles(activeFirst(people, isDeleted));
  }

  async *emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    for (const emoji of this.#archive.lists.emoji) {
      const [name, image] = [textIn(emoji.name), textIn(emoji.image)];
      if (image === "") yield skipped("custom emoji", "there is no image", name);
      else yield { type: "emoji", name, image: this.#file(image) };
    }
  }

  async *pictures(): AsyncGenerator<PictureRecord | SkippedRecord> {
    const { users, bots } = this.#archive.lists;
    for (const { username, profile_image } of [...activeFirst(users, isDeleted), ...bots]) {
      const [person, path] = [textIn(username).toLowerCase(), textIn(profile_image)];
      if (person !== "" && path !== "")
        yield { type: "picture", person, isNamedById: true, images: [this.#file(path)] };
    }
  }

  async *messages(names: LocalNames): AsyncGenerator<MessageRecord | PersonRecord | SkippedRecord> {
    const sort = await LargeSort.in(this.#room.folder, { room: this.#room });
    try {
      const threads = new Threads();
      for await (const line of this.#archive.posts()) {
        if ("type" in line) {
          yield line;
          continue;
        }
        for (const each of line.isDirect ? directPosts(line.post) : channelPosts(line.post, threads))
          if ("type" in each) yield each;
          else await sort.add(numberOrNothing(each.post.create_at) ?? 0, each);
      }
      const pins = new MattermostPins();
      for await (const sorted of sort.sorted()) yield* this.#records(sorted as SortedPost, names, pins);
      const lists = [...pins.lists(threads)];
      if (lists.length > 0 && !this.#known.has(SYSTEM_BOT.id)) yield this.#person(SYSTEM_BOT);
      yield* lists;
    } finally {
      await sort.close();
    }
  }

  *#records(
    { post, channel, members }: SortedPost,
    names: LocalNames,
    pins: MattermostPins,
  ): Generator<MessageRecord | PersonRecord | SkippedRecord> {
    const sender = textIn(post.user).toLowerCase();
    const type = textIn(post.type);
    const text = textIn(post.message);
    const sentAt = (numberOrNothing(post.create_at) ?? Number.NaN) / 1000;
    const example = timeExample(sentAt);
    if (type.startsWith("system_")) {
      yield skipped("notices", "of Mattermost itself", `${type} ${example}`);
      return;
    }
    if (sender !== "" && !this.#known.has(sender)) yield this.#person({ type: "person", id: sender, name: sender });
    const editedAt = (numberOrNothing(post.edit_at) ?? 0) / 1000;
    if (post.is_pinned === true && !channel) yield skipped("pins", "direct conversations have no topics", example);
    yield pins.noticed(post, {
      type: "message",
      sender,
      sentAt,
      to: channel ? { channel: `${channel.team}/${channel.name}`, topic: channel.topic } : { people: members ?? [] },
      text: markdownFrom(text, { ...names, team: channel?.team ?? "" }),
      ...(editedAt > 0 ? { edits: [{ editedAt, editor: sender }] } : {}),
      reactions: objectsIn(post.reactions).map(({ user, emoji_name }) => ({
        person: textIn(user).toLowerCase(),
        emoji: textIn(emoji_name),
      })),
      files: objectsIn(post.attachments).map(({ path }) => this.#file(textIn(path))),
      leftOut: attachmentsOf(post, example),
      starredBy: textsIn(post.flagged_by).map((name) => name.toLowerCase()),
    });
  }

  #file(path: string): FileRecord {
    return {
      id: path,
      name: path.split("/").at(-1) || "file",
      contentType: "",
      open: () => this.#archive.read(path),
    };
  }

  close(): Promise<void> {
    return this.#archive.close();
  }
}

function attachmentsOf({ props }: Fields, example: string): SkippedRecord[] {
  const { length } = listOf(fieldsOf(props).attachments);
  return length === 0 ? [] : [skipped("attachments of apps", "they are not imported", example, length)];
}

const isDeleted = ({ deleted_at, delete_at }: Fields): boolean =>
  (numberOrNothing(deleted_at) ?? numberOrNothing(delete_at) ?? 0) > 0;

/**
 * Names are unique on one server only, and an export does not say which. Teams are often called the same, so people are what
 * distinguishes servers: otherwise someone would get the messages of a namesake.
 */
function serverOf({ lists: { teams, users } }: MattermostArchive): string {
  const names = teams.map(({ name }) => textIn(name)).sort();
  const people = users.map(({ username, email }) => `${textIn(username)} ${textIn(email)}`).sort();
  return createHash("sha256")
    .update(JSON.stringify([names, people]))
    .digest("hex")
    .slice(0, 32);
}

const exampleOf = ({ create_at }: Fields): string => timeExample((numberOrNothing(create_at) ?? Number.NaN) / 1000);

/** Each reply is sorted on its own, so what it takes over from its post must be short. */
const LONGEST_NAME = 200;

function* channelPosts(post: Fields, threads: Threads): Generator<SortedPost | SkippedRecord> {
  const { replies, ...own } = post;
  const [team, name] = [textIn(post.team), textIn(post.channel)];
  const answers = objectsIn(replies);
  if (team.length + name.length > LONGEST_NAME)
    return yield skipped("messages", "the name of the channel is too long", exampleOf(post), 1 + answers.length);
  const seconds = (numberOrNothing(post.create_at) ?? 0) / 1000;
  const topic = answers.length === 0 ? MAIN_TOPIC : threads.begin(`${team}/${name}`, seconds, textIn(post.message));
  for (const each of [own, ...answers]) yield { post: each, channel: { team, name, topic } };
}

function* directPosts(post: Fields): Generator<SortedPost | SkippedRecord> {
  const { replies, ...own } = post;
  const answers = objectsIn(replies);
  const members = textsIn(post.channel_members).map((member) => member.toLowerCase());
  if (members.length > MAX_PEOPLE_IN_CONVERSATION || members.join("").length > LONGEST_NAME * members.length)
    return yield skipped("messages", "the conversation has too many people", exampleOf(post), 1 + answers.length);
  for (const each of [own, ...answers]) yield { post: each, members };
}

/**
 * What an import takes from another program, in a form that belongs to none. A source recognizes its archive and yields
 * these records; the writer (`import.ts`) knows nothing about programs. Ids are those of the other program.
 */
import type { Readable } from "node:stream";
import type { AheadFacts, AheadText } from "./rendered-ahead.ts";

/** The name of a program, as in `parley import slack`. */
export type SourceName = "slack" | "mattermost" | "zulip";

export interface PersonRecord {
  readonly type: "person";
  readonly id: string;
  /** The id says who it is, so no report quotes it. */
  readonly isNamedById?: boolean;
  readonly name: string;
  /** Undefined if the archive has none: the person cannot be invited then. */
  readonly email?: string | undefined;
  readonly isBot?: boolean;
  readonly isGuest?: boolean;
  /** Was deactivated there: the account waits for nobody. */
  readonly isDeactivated?: boolean;
  readonly timezone?: string | undefined;
}

export interface ChannelRecord {
  readonly type: "channel";
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  /** Subscribers see only what was sent while they were subscribed: `receivedBy` of a message says to whom. */
  readonly isHistoryProtected?: boolean;
  /** In seconds; undefined if the archive does not say. */
  readonly createdAt?: number | undefined;
  readonly creator?: string | undefined;
  readonly subscribers: readonly string[];
}

export interface EmojiRecord {
  readonly type: "emoji";
  readonly name: string;
  readonly author?: string | undefined;
  readonly image: FileRecord;
}

/** What someone has chosen to look like. */
export interface PictureRecord {
  readonly type: "picture";
  readonly person: string;
  readonly isNamedById?: boolean;
  /** One picture in several sizes or forms, the best first. */
  readonly images: readonly FileRecord[];
}

export interface FileRecord {
  /** Several messages may have one file. */
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly owner?: string | undefined;
  /** The content, or the reason why there is none. */
  open(): Promise<Readable | { readonly missing: string }>;
  /** Where the file was; shown instead of a file without content. */
  readonly link?: string | undefined;
  /** How the text names the file. Without it, the file is added at the end of the text. */
  readonly reference?: string | undefined;
}

export interface EditRecord {
  readonly editedAt: number;
  readonly editor?: string | undefined;
  /** The text before the edit; undefined if the archive does not have it. */
  readonly before?: string | undefined;
}

export interface ReactionRecord {
  readonly person: string;
  readonly emoji: string;
}

export type MessagePlace =
  | { readonly channel: string; readonly topic: string }
  /** A direct conversation; the sender need not be among them. */
  | { readonly people: readonly string[] };

export interface MessageRecord {
  readonly type: "message";
  /** The id it should have, if nothing else has ids yet. */
  readonly id?: number | undefined;
  readonly sender: string;
  /** In seconds. */
  readonly sentAt: number;
  readonly to: MessagePlace;
  /** Markdown of ours, as little trusted as typed text. */
  readonly text: string;
  /** The messages that the text becomes (`texts.ts`), as far as they were rendered where the archive is read. */
  readonly rendered?: readonly (AheadText | null)[] | undefined;
  /** Oldest first. */
  readonly edits?: readonly EditRecord[] | undefined;
  readonly reactions?: readonly ReactionRecord[] | undefined;
  readonly files?: readonly FileRecord[] | undefined;
  readonly starredBy?: readonly string[] | undefined;
  /** In a channel with protected history: who has received it. */
  readonly receivedBy?: readonly string[];
  /** What of it has no place in a record. */
  readonly leftOut?: readonly SkippedRecord[] | undefined;
}

/** Something that an archive has and an organization cannot get. */
export interface SkippedRecord {
  readonly type: "skipped";
  /** A plural noun. */
  readonly what: string;
  readonly reason: string;
  /**
   * Which one, for the report: an id, a time, or the name of what belongs to the organization. Never a text, a file's name or a
   * person's: reports stay when somebody is erased. Empty if there is nothing to say.
   */
  readonly example: string;
  /** How many; 1 by default. */
  readonly count?: number;
}

/** What stands between messages, and counts like one. */
export type MessageListRecord = MessageRecord | PersonRecord | SkippedRecord;

export interface LocalPersonName {
  readonly id: number;
  readonly full_name: string;
  readonly isGuest?: boolean;
  readonly isErased?: boolean | undefined;
}

/** What names in texts mean here. */
export interface LocalNames {
  person(id: string): LocalPersonName | undefined;
  channel(id: string): string | undefined;
  channelId(id: string): number | undefined;
  /** Whether everyone but guests may read it. */
  isOpen?(channel: string): boolean;
}

/** The source itself has ended, and says nothing about what was being read from it. */
export class SourceEnded extends Error {}

export interface ImportSource {
  readonly name: SourceName;
  /** Archives with the same origin have the same ids for the same people, channels and files. */
  readonly origin: string;
  /** Whether messages have numbers as ids, ascending with time. */
  readonly hasMessageIds: boolean;
  people(): AsyncIterable<PersonRecord | SkippedRecord>;
  channels(): AsyncIterable<ChannelRecord | SkippedRecord>;
  emoji(): AsyncIterable<EmojiRecord | SkippedRecord>;
  pictures(): AsyncIterable<PictureRecord | SkippedRecord>;
  /**
   * Ordered by time, and the same whenever they are read: an import that was interrupted counts how many it has taken. May
   * contain people whom only messages name, before their first message.
   */
  messages(names: LocalNames): AsyncIterable<MessageListRecord>;
  /**
   * These records in lists, from a source in a thread of its own. It may read further while a list is being stored, and render
   * texts, but not beyond a person whom only messages name: texts after that may mention them.
   */
  messagesAhead?(names: LocalNames, facts: AheadFacts): AsyncIterable<readonly MessageListRecord[]>;
  close(): Promise<void>;
}

/** Enough to recognize it, of a line that may be as long as a file. */
const MAX_EXAMPLE_LENGTH = 480;

/** What no person or file is called: an id of Slack, and folders with numbers or random names. */
const ID_OF_FILE = /^[A-Z][A-Z0-9]*$/;
const NAMELESS = /^(?:\d+|[0-9a-f]{1,2}|(?=.*\d)[\w-]{24,})$/;

/** Which file it was, without the names in its path. */
export const fileExample = ({ id }: Pick<FileRecord, "id">): string =>
  ID_OF_FILE.test(id)
    ? id
    : id
        .split("/")
        .slice(0, -1)
        .filter((part) => NAMELESS.test(part))
        .join("/");

/** A message by its time. */
export const timeExample = (seconds: number): string =>
  new Date(Number.isFinite(seconds) ? Math.abs(seconds % 1e11) * 1000 : 0).toISOString().slice(0, 16);

export const skipped = (what: string, reason: string, example: string, count = 1): SkippedRecord => ({
  type: "skipped",
  what,
  reason,
  example: example.slice(0, MAX_EXAMPLE_LENGTH),
  count,
});

/**
 * Someone who left and came back may have two accounts there with one address. They get one here, which must be the one that
 * waits for its person.
 */
export const activeFirst = <T>(people: readonly T[], isDeactivated: (person: T) => boolean): T[] =>
  people.toSorted((a, b) => Number(isDeactivated(a)) - Number(isDeactivated(b)));

/** Several of a kind as one, with the first as the example; nothing if there are none. */
export const skippedAll = (what: string, reason: string, examples: readonly string[]): SkippedRecord[] =>
  examples.length === 0 ? [] : [skipped(what, reason, examples[0] as string, examples.length)];

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
  /** Who may post; undefined if everyone may who can read it. */
  readonly posters?: HoldersRecord | undefined;
}

/** Who holds a permission there: all of these together. */
export interface HoldersRecord {
  /** By the names of the groups of roles here. */
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly people: readonly string[];
}

/** Records of what belongs to the organization beside people, groups, channels and emoji; each after those that it names. */
export type OrganizationRecord =
  | ProfileFieldRecord
  | LinkifierRecord
  | PlaygroundRecord
  | DefaultChannelRecord
  | FolderRecord;

export interface GroupRecord {
  readonly type: "group";
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDeactivated: boolean;
  /** In seconds; undefined if the archive does not say. */
  readonly createdAt?: number | undefined;
  readonly creator?: string | undefined;
  readonly members: readonly string[];
  /** Groups whose members are members of this one; those that come later count as missing, so none can contain itself. */
  readonly subgroups: readonly string[];
  /** Everyone with these roles, by the names of the groups of roles here. */
  readonly roles?: readonly string[] | undefined;
}

export type ProfileFieldType =
  | "short_text"
  | "long_text"
  | "choice"
  | "date"
  | "link"
  | "people"
  | "external_account"
  | "pronouns";

export interface ProfileFieldRecord {
  readonly type: "profile_field";
  readonly id: string;
  readonly name: string;
  readonly hint?: string | undefined;
  readonly fieldType: ProfileFieldType;
  /** What the API takes as the data of such a field: choices, or an external account. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly isRequired?: boolean | undefined;
  /** By default everyone changes their own values. */
  readonly isEditable?: boolean | undefined;
  readonly isInSummary?: boolean | undefined;
}

export interface LinkifierRecord {
  readonly type: "linkifier";
  readonly id: string;
  readonly pattern: string;
  readonly urlTemplate: string;
}

export interface PlaygroundRecord {
  readonly type: "playground";
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly urlTemplate: string;
}

/** New people are subscribed to it. */
export interface DefaultChannelRecord {
  readonly type: "default_channel";
  readonly id: string;
  readonly channel: string;
}

export interface FolderRecord {
  readonly type: "folder";
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
  /** In seconds; undefined if the archive does not say. */
  readonly createdAt?: number | undefined;
  readonly creator?: string | undefined;
  readonly channels: readonly string[];
}

/** What one person has chosen and filled in for themselves. Accounts that somebody uses keep what they have. */
export interface PersonalRecord {
  readonly type: "personal";
  readonly person: string;
  readonly isNamedById?: boolean;
  readonly profile?: readonly ProfileValueRecord[] | undefined;
  readonly topics?: readonly TopicPolicyRecord[] | undefined;
  readonly channels?: readonly SubscriptionRecord[] | undefined;
  readonly muted?: readonly MutedPersonRecord[] | undefined;
  readonly alertWords?: readonly string[] | undefined;
  readonly status?: StatusRecord | undefined;
  readonly snippets?: readonly SnippetRecord[] | undefined;
  readonly drafts?: readonly DraftRecord[] | undefined;
  readonly views?: readonly ViewRecord[] | undefined;
}

export interface ProfileValueRecord {
  readonly field: string;
  /** A text, or people. */
  readonly value: string | readonly string[];
}

export interface TopicPolicyRecord {
  readonly channel: string;
  readonly topic: string;
  readonly policy: "muted" | "unmuted" | "followed";
  /** In seconds; undefined if the archive does not say. */
  readonly chosenAt?: number | undefined;
}

export interface SubscriptionRecord {
  readonly channel: string;
  readonly color?: string | undefined;
  readonly isMuted?: boolean | undefined;
  readonly isPinned?: boolean | undefined;
  /** Null where the person's own settings count. */
  readonly desktop?: boolean | null | undefined;
  readonly sound?: boolean | null | undefined;
  readonly push?: boolean | null | undefined;
  readonly email?: boolean | null | undefined;
  readonly wildcards?: boolean | null | undefined;
}

export interface MutedPersonRecord {
  readonly person: string;
  /** In seconds; undefined if the archive does not say. */
  readonly mutedAt?: number | undefined;
}

export interface StatusRecord {
  readonly text: string;
  readonly emoji?: string | undefined;
}

export interface SnippetRecord {
  readonly title: string;
  readonly content: string;
  /** In seconds; undefined if the archive does not say. */
  readonly savedAt?: number | undefined;
}

export interface DraftRecord {
  /** Undefined as long as it is for nobody. */
  readonly to?: MessagePlace | undefined;
  readonly content: string;
  /** In seconds; undefined if the archive does not say. */
  readonly editedAt?: number | undefined;
}

/** In the sidebar. */
export interface ViewRecord {
  /** What follows the # in its URL. */
  readonly fragment: string;
  /** Undefined for those that every client has. */
  readonly name?: string | undefined;
  readonly isPinned: boolean;
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

/** Something that people have added to a message: a poll or a list with it, a vote, a task. */
export interface WidgetEntryRecord {
  readonly person: string;
  /** `widget` in polls and lists. */
  readonly kind: string;
  /** JSON, as clients write it. Keys of votes and checks have ids of people as numbers. */
  readonly content: string;
}

/** What they are called in reports. */
export const ENTRIES = "votes and entries of polls and lists";

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
  /** In the order in which they were added: the poll or the list itself first. */
  readonly entries?: readonly WidgetEntryRecord[] | undefined;
  readonly starredBy?: readonly string[] | undefined;
  /** In a channel with protected history: who has received it. */
  readonly receivedBy?: readonly string[];
  /** What of it has no place in a record. */
  readonly leftOut?: readonly SkippedRecord[] | undefined;
  /** By which records after it name it. */
  readonly key?: string | undefined;
  /** What is pinned in the channel: links to these messages follow the text. */
  readonly pins?: readonly PinRecord[] | undefined;
}

export interface PinRecord {
  /** Of the message. */
  readonly key: string;
  /** Plain text. */
  readonly excerpt: string;
  readonly author?: string | undefined;
  readonly pinnedBy?: string | undefined;
  /** In seconds. */
  readonly pinnedAt?: number | undefined;
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
  /** The name of a group. */
  group?(id: string): string | undefined;
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
  /** Before the channels, whose permissions name them. */
  groups?(): AsyncIterable<GroupRecord | SkippedRecord>;
  channels(): AsyncIterable<ChannelRecord | SkippedRecord>;
  organization?(): AsyncIterable<OrganizationRecord | SkippedRecord>;
  emoji(): AsyncIterable<EmojiRecord | SkippedRecord>;
  pictures(): AsyncIterable<PictureRecord | SkippedRecord>;
  /** One for each person who has anything. */
  personal?(): AsyncIterable<PersonalRecord | SkippedRecord>;
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

/**
 * Someone who left and came back may have two accounts there with one address. They get one here, which must be the one that
 * waits for its person.
 */
export const activeFirst = <T>(people: readonly T[], isDeactivated: (person: T) => boolean): T[] =>
  people.toSorted((a, b) => Number(isDeactivated(a)) - Number(isDeactivated(b)));

/** What is said between the server and the thread that reads an archive: questions, each with an answer, in their order. */
import type { DiskLimits } from "../archives/disk-room.ts";
import type {
  ChannelRecord,
  EmojiRecord,
  FileRecord,
  GroupRecord,
  MessageRecord,
  OrganizationRecord,
  PersonalRecord,
  PersonRecord,
  PictureRecord,
  SkippedRecord,
  SourceName,
} from "../records.ts";
import type { AheadFacts } from "../rendered-ahead.ts";
import type { BriefMessage } from "./brief.ts";

export interface ArchiveTask {
  readonly file: string;
  /** For what does not fit into memory. */
  readonly workFolder: string;
  /** What it is said to be; otherwise it is recognized. */
  readonly program?: SourceName | undefined;
  /** Slack: a folder with files. */
  readonly folder?: string | undefined;
  readonly disk?: DiskLimits | undefined;
  /** What a server spares for it. The operator's command takes whatever there is. */
  readonly memoryMib?: number | undefined;
}

/** A file of the archive, whose content is asked for by its number. */
export type ListedFile = Omit<FileRecord, "open"> & { readonly number: number };

export type ListedMessage = Omit<MessageRecord, "files"> & { readonly files?: readonly ListedFile[] | undefined };
export type ListedEmoji = Omit<EmojiRecord, "image"> & { readonly image: ListedFile };
export type ListedPicture = Omit<PictureRecord, "images"> & { readonly images: readonly ListedFile[] };

export interface ListedRecords {
  readonly people: PersonRecord | SkippedRecord;
  readonly groups: GroupRecord | SkippedRecord;
  readonly channels: ChannelRecord | SkippedRecord;
  readonly organization: OrganizationRecord | SkippedRecord;
  readonly emoji: ListedEmoji | SkippedRecord;
  readonly pictures: ListedPicture | SkippedRecord;
  readonly personal: PersonalRecord | SkippedRecord;
  readonly messages: BriefMessage | ListedMessage | PersonRecord | SkippedRecord;
}
export type ArchiveList = keyof ListedRecords;

export interface LocalName {
  readonly id: number;
  readonly full_name: string;
  readonly isGuest: boolean;
  readonly isErased?: boolean | undefined;
}

export interface LocalChannelName {
  readonly id: number;
  readonly name: string;
  /** Everyone but guests may read it. */
  readonly isOpen: boolean;
}

/** What people, channels and groups are called here, as far as the thread does not know it yet. */
export interface NewNames {
  readonly people: readonly (readonly [id: string, person: LocalName])[];
  readonly channels: readonly (readonly [id: string, channel: LocalChannelName])[];
  readonly groups: readonly (readonly [id: string, name: string])[];
}

/** Several may be asked before the first is answered, so they say how far their asker is. */
export interface NextQuestion {
  readonly ask: "next";
  readonly list: ArchiveList;
  /** Begins the list. */
  readonly isFirst: boolean;
  readonly names?: NewNames | undefined;
  /** How many people whom only messages name are known by name here: texts after them may mention them. */
  readonly people: number;
  /** Files with smaller numbers are not asked for any more. */
  readonly files: number;
  /** With the first question: texts are rendered ahead. */
  readonly facts?: AheadFacts | undefined;
}

export type ArchiveQuestion =
  | NextQuestion
  | { readonly ask: "open"; readonly file: number }
  /** By the number with which it was opened: another file may have been opened since. */
  | { readonly ask: "read"; readonly content: number }
  | { readonly ask: "shut"; readonly content: number }
  | { readonly ask: "close" };

export interface OpenedArchive {
  readonly name: SourceName;
  readonly origin: string;
  readonly hasMessageIds: boolean;
  readonly fingerprint: string;
}

/** What is wrong with an archive as a whole. */
export type ArchiveFault = "unknown" | "parley";

export type ArchiveAnswer =
  | { readonly opened: OpenedArchive }
  | { readonly fault: ArchiveFault }
  /** A list as JSON, which is faster to pass on than objects. */
  | { readonly records: string; readonly isEnd: boolean }
  | { readonly missing: string }
  /** A file is open. */
  | { readonly content: number }
  /** Null at its end. */
  | { readonly chunk: Uint8Array | null }
  | { readonly done: true }
  | { readonly failed: { readonly message: string; readonly isDamaged: boolean; readonly code?: string | undefined } };

/** What is said between the server and the thread that reads an archive: one question at a time, each with an answer. */
import type { DiskLimits } from "../archives/disk-room.ts";
import type {
  ChannelRecord,
  EmojiRecord,
  FileRecord,
  MessageRecord,
  PersonRecord,
  SkippedRecord,
  SourceName,
} from "../records.ts";

export interface ArchiveTask {
  readonly file: string;
  /** For what does not fit into memory. */
  readonly workFolder: string;
  readonly disk?: DiskLimits | undefined;
}

/** A file of the archive, whose content is asked for by its number. */
export type ListedFile = Omit<FileRecord, "open"> & { readonly number: number };

export type ListedMessage = Omit<MessageRecord, "files"> & { readonly files?: readonly ListedFile[] };
export type ListedEmoji = Omit<EmojiRecord, "image"> & { readonly image: ListedFile };

export interface ListedRecords {
  readonly people: PersonRecord | SkippedRecord;
  readonly channels: ChannelRecord | SkippedRecord;
  readonly emoji: ListedEmoji | SkippedRecord;
  readonly messages: ListedMessage | PersonRecord | SkippedRecord;
}
export type ArchiveList = keyof ListedRecords;

export interface LocalName {
  readonly id: number;
  readonly full_name: string;
}

/** What people and channels are called here, as far as the thread does not know it yet. */
export interface NewNames {
  readonly people: readonly (readonly [id: string, person: LocalName])[];
  readonly channels: readonly (readonly [id: string, channel: { readonly id: number; readonly name: string }])[];
}

export type ArchiveQuestion =
  | { readonly ask: "next"; readonly list: ArchiveList; readonly names?: NewNames }
  | { readonly ask: "open"; readonly file: number }
  | { readonly ask: "read" }
  | { readonly ask: "shut" }
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
  | { readonly records: readonly ListedRecords[ArchiveList][]; readonly isEnd: boolean }
  | { readonly missing: string }
  | { readonly chunk: Uint8Array | null }
  | { readonly done: true }
  | { readonly failed: { readonly message: string; readonly isDamaged: boolean; readonly code?: string | undefined } };

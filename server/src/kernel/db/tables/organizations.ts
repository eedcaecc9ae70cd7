/** Organizations and their custom data. */
import type { Generated } from "kysely";
import type { ChannelId, MessageId, RealmId, UserId } from "../../api/ids.ts";
import type { Json, NullableJson } from "./json.ts";

export interface OrganizationTables {
  installation: { id: number; secret_fingerprint: string; setup_key_hash: Generated<string | null> };
  realm: RealmTable;
  realm_domain: { id: Generated<number>; realm_id: RealmId; domain: string; allow_subdomains: boolean };
  custom_emoji: CustomEmojiTable;
  linkifier: LinkifierTable;
  playground: PlaygroundTable;
  realm_export: RealmExportTable;
  personal_export: PersonalExportTable;
  legal_hold: LegalHoldTable;
  imported_archive: ImportedArchiveTable;
  realm_import: RealmImportTable;
  imported_item: ImportedItemTable;
  upload_space: { realm_id: RealmId; used_bytes: number };
  /** Days since 1970, in UTC. */
  activity_day: { realm_id: RealmId; day: number; messages: number; people: number };
  /** Up to which message days are counted, and how many messages that are. */
  activity_cursor: { realm_id: RealmId; upto_message_id: MessageId; messages: number };
}

interface RealmTable {
  id: Generated<RealmId>;
  /** The organization's name in host names. */
  string_id: string;
  is_default: boolean;
  is_active: boolean;
  date_created: number;
  /** Only what differs from the declared defaults. */
  settings: Json<Record<string, unknown>>;
  /** Raised by every change that caches must notice: settings, roles, memberships. */
  version: number;
  /** Raised with it when emoji or linkifiers change. */
  markup_version: Generated<number>;
  /** Raised with it when anybody's alert words or muted users change. */
  wishes_version: Generated<number>;
  /** For a deactivated organization: when its data is deleted; null for never. */
  scheduled_deletion_at: Generated<number | null>;
}

interface PersonalExportTable {
  id: Generated<number>;
  realm_id: RealmId;
  user_id: UserId;
  requested_at: number;
  attempts: number;
  failed_at: Generated<number | null>;
  /** When the file is deleted; null until there is one. */
  expires_at: Generated<number | null>;
  path: string;
  size: Generated<number | null>;
}

/** A person or a channel whose messages must be kept. */
interface LegalHoldTable {
  id: Generated<number>;
  realm_id: RealmId;
  user_id: UserId | null;
  channel_id: ChannelId | null;
  reason: string;
  placed_at: number;
  placed_by: UserId;
}

interface CustomEmojiTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  author_id: UserId | null;
  /** The image file, without extension; not guessable. */
  file_name: string;
  is_animated: boolean;
  /** Existing messages and reactions still show it; its name can be reused. */
  deactivated: boolean;
}

interface LinkifierTable {
  id: Generated<number>;
  realm_id: RealmId;
  pattern: string;
  url_template: string;
  /** The position among the linkifiers; equal positions are ordered by id. */
  place: number;
}

interface PlaygroundTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  pygments_language: string;
  url_template: string;
}

interface RealmExportTable {
  id: Generated<number>;
  realm_id: RealmId;
  acting_user_id: UserId;
  export_type: number;
  requested_at: number;
  /** The number of attempts: an export that crashes the process is given up. */
  attempts: number;
  failed_at: number | null;
  deleted_at: number | null;
  /** The path of its file: `{realm_id}/{random part}/{name}`. */
  path: string;
  /** Null until there is a file. */
  size: number | null;
}

/** An archive of another program that was imported into an organization, or is being imported. */
interface ImportedArchiveTable {
  id: Generated<number>;
  realm_id: RealmId;
  /** The program and the place that it comes from: ids of other archives with the same origin mean the same. */
  origin: string;
  /** Recognizes the file. */
  fingerprint: string;
  begun_at: number;
  /** Null until everything was taken. */
  finished_at: number | null;
  /** Whether messages have the ids that they had there. */
  keeps_ids: boolean;
  /** How many records of its messages were taken: an import that was interrupted continues behind them. */
  taken: number;
  /** The imported messages that do not count as read yet; null if there are none. */
  unmarked_from: MessageId | null;
  unmarked_to: MessageId | null;
  /** What was taken and what was not. */
  tally: Json<Record<string, unknown>>;
  /** How much of what was taken clients have learned of; null if nothing. */
  announced: NullableJson<Record<string, number>>;
}

/** An archive that an owner has uploaded. */
interface RealmImportTable {
  id: Generated<number>;
  realm_id: RealmId;
  acting_user_id: UserId | null;
  file_name: string;
  size: number;
  /** The path of its file: `{realm_id}/{random part}/archive`. */
  path: string;
  /** Null until it has been read. */
  source: "slack" | "mattermost" | "zulip" | null;
  fingerprint: string | null;
  state: "reading" | "ready" | "running" | "finished" | "failed" | "cancelled";
  problem:
    | "not_an_archive"
    | "parley_export"
    | "damaged"
    | "too_large"
    | "imported_before"
    | "no_space"
    | "file_missing"
    | "internal"
    | null;
  stage: "people" | "channels" | "emoji" | "pictures" | "messages" | "read_marks" | null;
  done: number;
  /** The records of its messages, once they were counted. */
  total: number | null;
  seconds_left: number | null;
  /** How often reading or importing was begun: only the last attempt may write. */
  attempts: number;
  uploaded_at: number;
  started_at: number | null;
  ended_at: number | null;
  touched_at: number;
  /** What would be taken, and what was. */
  plan: NullableJson<Record<string, unknown>>;
  report: NullableJson<Record<string, unknown>>;
}

/** Something with an id in another program, and its id here. */
interface ImportedItemTable {
  realm_id: RealmId;
  origin: string;
  kind:
    | "person"
    | "address"
    | "channel"
    | "created_channel"
    | "group"
    /** Its members are still being added; `local_id` says how many have been. */
    | "group_begun"
    | "emoji"
    | "file"
    | "picture"
    | "profile_field"
    | "folder"
    | "linkifier"
    | "playground"
    | "default_channel"
    | "personal"
    | "message";
  source_id: string;
  local_id: number;
}

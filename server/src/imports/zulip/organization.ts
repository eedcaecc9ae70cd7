/** Profile fields, linkifiers, playgrounds, default channels and folders of a Zulip export. */
import { type Fields, fieldsOf, numberOrNothing, textIn } from "../json.ts";
import { MAX_CHANNELS_IN_FOLDER } from "../limits.ts";
import type {
  DefaultChannelRecord,
  FolderRecord,
  LinkifierRecord,
  PlaygroundRecord,
  ProfileFieldRecord,
  ProfileFieldType,
  SkippedRecord,
} from "../records.ts";
import { leftOver, skipped } from "../skipped.ts";
import { idIn, type ZulipArchive } from "./archive.ts";

type Listed = ProfileFieldRecord | LinkifierRecord | PlaygroundRecord | DefaultChannelRecord | FolderRecord;

const FIELD_TYPES: Readonly<Record<number, ProfileFieldType>> = {
  1: "short_text",
  2: "long_text",
  3: "choice",
  4: "date",
  5: "link",
  6: "people",
  7: "external_account",
  8: "pronouns",
};

export function* organizationIn(archive: ZulipArchive): Generator<Listed | SkippedRecord> {
  for (const row of inOrder(archive.rows("zerver_customprofilefield"))) yield profileField(row);
  for (const row of inOrder(archive.rows("zerver_realmfilter")))
    yield {
      type: "linkifier",
      id: idIn(row.id),
      pattern: textIn(row.pattern),
      urlTemplate:
        typeof row.url_template === "string" ? row.url_template : templateFrom(textIn(row.url_format_string)),
    };
  for (const row of archive.rows("zerver_realmplayground"))
    yield {
      type: "playground",
      id: idIn(row.id),
      name: textIn(row.name),
      language: textIn(row.pygments_language),
      urlTemplate: typeof row.url_template === "string" ? row.url_template : `${textIn(row.url_prefix)}{code}`,
    };
  for (const { stream } of archive.rows("zerver_defaultstream"))
    yield { type: "default_channel", id: idIn(stream), channel: idIn(stream) };
  const channels = Map.groupBy(archive.rows("zerver_stream"), ({ folder }) => idIn(folder));
  for (const row of inOrder(archive.rows("zerver_channelfolder"))) {
    const inside = (channels.get(idIn(row.id)) ?? []).map(({ id }) => idIn(id));
    yield {
      type: "folder",
      id: idIn(row.id),
      name: textIn(row.name),
      description: textIn(row.description),
      isArchived: row.is_archived === true,
      createdAt: numberOrNothing(row.date_created),
      creator: idIn(row.creator),
      channels: inside.slice(0, MAX_CHANNELS_IN_FOLDER),
    };
    const tooMany = inside.length - MAX_CHANNELS_IN_FOLDER;
    yield* leftOver("channels of folders", "the folder has too many", idIn(row.id), tooMany);
  }
}

/** A linkifier of versions before 7: `%(id)s` is `{id}`. */
const templateFrom = (format: string): string => format.replace(/%\((\w+)\)s/g, "{$1}").replaceAll("%%", "%");

const inOrder = (rows: readonly Fields[]): Fields[] =>
  rows.toSorted((a, b) => (numberOrNothing(a.order) ?? 0) - (numberOrNothing(b.order) ?? 0));

function profileField(row: Fields): ProfileFieldRecord | SkippedRecord {
  const fieldType = FIELD_TYPES[numberOrNothing(row.field_type) ?? 0];
  if (!fieldType) return skipped("profile fields", "the type is unknown", idIn(row.id));
  return {
    type: "profile_field",
    id: idIn(row.id),
    name: textIn(row.name),
    hint: textIn(row.hint),
    fieldType,
    ...(fieldType === "choice" || fieldType === "external_account" ? { data: dataIn(row.field_data) } : {}),
    isRequired: row.required === true,
    isEditable: row.editable_by_user !== false,
    isInSummary: row.display_in_profile_summary === true,
  };
}

/** JSON in a text. */
function dataIn(written: unknown): Fields {
  if (typeof written !== "string") return fieldsOf(written);
  try {
    return fieldsOf(JSON.parse(written));
  } catch {
    return {};
  }
}

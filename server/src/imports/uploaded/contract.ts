/** The contract for imports of archives that owners upload. */
import {
  badRequest,
  int,
  list,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  said,
  strictObject,
  text,
  timestamp,
  userId,
} from "../../kernel/api/index.ts";
import { SeveralFiles } from "../../kernel/files/errors.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";

export const IMPORT_STATES = ["reading", "ready", "running", "finished", "failed", "cancelled"] as const;
export const IMPORT_STAGES = ["people", "channels", "emoji", "pictures", "messages", "read_marks"] as const;
export const IMPORT_PROBLEMS = [
  "not_an_archive",
  "parley_export",
  "damaged",
  "too_large",
  "imported_before",
  "no_space",
  "file_missing",
  "internal",
] as const;
/** The programs whose archives are recognized. */
export const IMPORT_SOURCES = ["slack", "mattermost", "zulip"] as const;

/** How many an organization lists; older ones are forgotten. */
export const MOST_IMPORTS = 20;
/** An archive that nobody has begun to import by then is deleted. */
export const KEPT_SECONDS = 24 * 3600;

export const importFields = {
  id: int(),
  acting_user_id: noted(nullable(userId), { note: "Who uploaded the archive." }),
  file_name: text(),
  size: noted(int(), { note: "Of the archive, in bytes." }),
  source: noted(nullable(oneOf(...IMPORT_SOURCES)), { note: "The program it comes from, once that is known." }),
  state: noted(oneOf(...IMPORT_STATES), {
    note: "The archive is being read, is ready to be imported, or is being imported; or the import is over, in one of three ways.",
  }),
  problem: noted(nullable(oneOf(...IMPORT_PROBLEMS)), { note: "Why it failed." }),
  stage: noted(nullable(oneOf(...IMPORT_STAGES)), { note: "What is being imported." }),
  done: noted(int(), {
    note: "How much of the stage is done; while the archive is read, how many messages were found.",
  }),
  total: noted(nullable(int()), { note: "How much there is of it, if that is known." }),
  seconds_left: noted(nullable(int()), { note: "An estimate." }),
  uploaded_at: timestamp(),
  started_at: nullable(timestamp()),
  ended_at: nullable(timestamp()),
};
export const importObject = strictObject(importFields);

const count = int();

/** What comes and what does not. */
export const importTally = strictObject({
  taken: strictObject({
    people_created: noted(count, { note: "New accounts, which wait for their people." }),
    people_matched: noted(count, { note: "People who have an account here." }),
    people_deactivated: count,
    bots: count,
    channels_created: count,
    channels_matched: noted(count, { note: "Public channels with the name of a public channel here." }),
    groups: count,
    profile_fields: count,
    linkifiers: count,
    playgrounds: count,
    default_channels: count,
    channel_folders: count,
    profile_values: noted(count, { note: "Of people whose account nobody has used yet." }),
    personal_settings: noted(count, {
      note: "For channels and topics, and statuses, alert words and the like, of such people.",
    }),
    emoji: count,
    pictures: noted(count, { note: "Of people whose account nobody has used yet." }),
    messages: count,
    direct_messages: count,
    edits: count,
    reactions: count,
    widget_entries: noted(count, { note: "Polls and to-do lists, and each vote and entry in them." }),
    files: count,
  }),
  left_out: list(
    strictObject({
      what: text(),
      reason: noted(text(), { note: "In English." }),
      count,
      examples: noted(list(text()), { note: "The first few." }),
    }),
  ),
});

export const ArchiveMissing = badRequest("You must specify a file to import.");
export const ImportTooLarge = badRequest<{ mib: number }>(
  ({ mib }) => said`The archive is larger than ${mib} MiB. The server's operator can import it with: parley import`,
);
export const ImportInProgress = badRequest("An archive is already being imported.");
export const InvalidImportId = badRequest("Invalid import ID");
export const ImportNotReady = badRequest("This import cannot be started.");
export const ImportIsOver = badRequest("This import is already over.");

export const uploadImport = operation({
  method: "POST",
  path: "/import/realm",
  summary:
    "Upload an archive of Slack, Mattermost or Zulip. It is read first, and nothing is changed until the import is started.",
  gate: "owner",
  takesFile: true,
  audit: notAudited("nothing has changed: the start of the import is recorded"),
  response: { import: importObject },
  errors: [MustBeOwner, ArchiveMissing, SeveralFiles, ImportInProgress],
});

export const getImports = operation({
  method: "GET",
  path: "/import/realm",
  summary: "List the imports of the organization, newest first.",
  gate: "owner",
  response: { imports: list(importObject) },
  errors: [MustBeOwner],
});

export const getImport = operation({
  method: "GET",
  path: "/import/realm/{import_id}",
  summary: "Read what an import would take, and what it has taken.",
  gate: "owner",
  params: { import_id: int() },
  response: {
    import: importObject,
    plan: noted(nullable(importTally), { note: "What would come; null until the archive has been read." }),
    report: noted(nullable(importTally), { note: "What has come, once the import is over." }),
  },
  errors: [MustBeOwner, InvalidImportId],
});

export const startImport = operation({
  method: "POST",
  path: "/import/realm/{import_id}",
  summary: "Start an import whose archive has been read.",
  gate: "owner",
  params: { import_id: int() },
  audit: ["import_started"],
  response: {},
  errors: [MustBeOwner, InvalidImportId, ImportNotReady],
});

export const cancelImport = operation({
  method: "DELETE",
  path: "/import/realm/{import_id}",
  summary: "Cancel an import, and delete its archive. What was already imported stays.",
  gate: "owner",
  params: { import_id: int() },
  audit: ["import_cancelled"],
  response: {},
  errors: [MustBeOwner, InvalidImportId, ImportIsOver],
});

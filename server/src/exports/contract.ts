/** The contract for exports of the organization. */
import {
  badRequest,
  bool,
  enumInt,
  int,
  list,
  noted,
  nullable,
  number,
  oneOf,
  operation,
  strictObject,
  text,
  userId,
  withDefault,
} from "../kernel/api/index.ts";
import { MustBeAdministrator } from "../kernel/http/gate.ts";

export const ExportType = { public: 1, consented: 2 } as const;

/** Of the file: Parley's own, or that of Zulip's exports. */
export const EXPORT_FORMATS = ["parley", "zulip"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The period in which requests are counted. */
export const LIMIT_SECONDS = 7 * 24 * 3600;
export const MOST_EXPORTS = 5;
export const MOST_MESSAGES = 250_000;
export const MOST_UPLOAD_BYTES = 20 * 1024 ** 3;

export const exportFields = {
  id: int(),
  acting_user_id: userId,
  export_time: number(),
  deleted_timestamp: nullable(number()),
  failed_timestamp: nullable(number()),
  export_url: nullable(text()),
  pending: bool(),
  export_type: int(),
  export_format: noted(oneOf(...EXPORT_FORMATS), { note: "The format of the file." }),
};
export const exportObject = strictObject(exportFields);

export const TooManyExports = badRequest("Exceeded rate limit.");
export const TooLargeToExport = badRequest(
  "The organization is too large to export here. The server's operator can export it with: parley export",
);
export const NoOwnerConsents = badRequest(
  "An export with private data needs an organization owner who allows this in their settings; otherwise nobody could administer the imported organization.",
);
export const NoOwnerToSignIn = badRequest(
  "An export needs an organization owner whose email address administrators can see; otherwise nobody could administer the imported organization.",
);
export const InvalidExportId = badRequest("Invalid data export ID");
export const AlreadyDeleted = badRequest("Export already deleted");
export const NothingToDelete = badRequest("Export failed, nothing to delete");
export const StillInProgress = badRequest("Export still in progress");

export const exportRealm = operation({
  method: "POST",
  path: "/export/realm",
  summary: "Start an export of the organization. When it is finished, its file can be downloaded.",
  gate: "administrator",
  params: {
    export_type: withDefault(enumInt(1, 2), 1, {
      note: "1 for data that all members can see, 2 to include the private data of users who allow it.",
    }),
    export_format: withDefault(oneOf(...EXPORT_FORMATS), "parley", {
      note: "`parley` for the file that another Parley server imports, `zulip` for one that the import of Zulip reads.",
    }),
  },
  audit: ["export_started"],
  response: { id: int() },
  errors: [MustBeAdministrator, TooManyExports, TooLargeToExport, NoOwnerConsents, NoOwnerToSignIn],
});

export const getRealmExports = operation({
  method: "GET",
  path: "/export/realm",
  summary: "List the exports of the organization, oldest first.",
  gate: "administrator",
  response: { exports: list(exportObject) },
  errors: [MustBeAdministrator],
});

export const deleteRealmExport = operation({
  method: "DELETE",
  path: "/export/realm/{export_id}",
  summary: "Delete an export's file.",
  gate: "administrator",
  params: { export_id: int() },
  audit: ["export_deleted"],
  response: {},
  errors: [MustBeAdministrator, InvalidExportId, AlreadyDeleted, NothingToDelete, StillInProgress],
});

export const getExportConsents = operation({
  method: "GET",
  path: "/export/realm/consents",
  summary: "List which active users allow their private data to be exported.",
  gate: "administrator",
  response: { export_consents: list(strictObject({ user_id: userId, consented: bool() })) },
  errors: [MustBeAdministrator],
});

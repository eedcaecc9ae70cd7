/** The uploads contract. */
import {
  type AttachmentId,
  apiError,
  badRequest,
  type Field,
  int,
  list,
  messageId,
  notAudited,
  noted,
  operation,
  said,
  shortText,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { FileNotFound, SeveralFiles } from "../../kernel/files/errors.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { UnderLegalHold } from "../legal-holds/contract.ts";

export const attachmentId: Field<AttachmentId, false, true> = int<AttachmentId>();

export const attachment = strictObject({
  id: attachmentId,
  name: text(),
  path_id: noted(text(), { note: "The file is at /user_uploads/{path_id}." }),
  size: noted(int(), { note: "In bytes." }),
  create_time: noted(int(), { note: "UNIX milliseconds." }),
  messages: list(strictObject({ id: messageId, date_sent: noted(int(), { note: "UNIX milliseconds." }) })),
});

/** In bytes, for the whole organization. */
export const uploadSpaceUsed = noted(int(), { note: "The total size of the organization's files, in bytes." });

export const FileMissing = badRequest("You must specify a file to upload");
export const FileTooLarge = badRequest<{ mib: number }>(
  ({ mib }) => said`File is larger than this server's configured maximum upload size (${mib} MiB).`,
);
export const UploadQuotaExceeded = apiError(
  "REALM_UPLOAD_QUOTA",
  "Upload would exceed your organization's upload quota.",
);
export const InvalidAttachment = badRequest("Invalid attachment");
export { FileNotFound, SeveralFiles };
export const FileNotAllowed = apiError("BAD_REQUEST", "You are not authorized to view this file.", { status: 403 });
export const ThumbnailLate = apiError("SERVICE_UNAVAILABLE", "The image could not be resized in time.", {
  status: 503,
});
export const InvalidToken = badRequest("Invalid token");
export const InvalidFilename = badRequest("Invalid filename");

export const uploadFile = operation({
  method: "POST",
  path: "/user_uploads",
  summary: "Upload a file to link to in messages.",
  takesFile: true,
  audit: notAudited("one's own file; the messages that link to it are its record"),
  response: {
    url: noted(text(), { note: "The URL to link to in messages." }),
    uri: noted(text(), { note: "Older name of url.", deprecated: true }),
    filename: text(),
  },
  errors: [collections.uploads.Full, FileMissing, SeveralFiles, UploadQuotaExceeded],
});

export const getFileTemporaryUrl = operation({
  method: "GET",
  path: "/user_uploads/{realm_id_str}/{filename}",
  summary: "Get a temporary URL that serves a file without credentials for a minute.",
  tail: "filename",
  params: {
    realm_id_str: int(),
    filename: noted(shortText(), { note: "The rest of the file's path, including slashes." }),
  },
  response: { url: text() },
  errors: [FileNotFound, FileNotAllowed],
});

export const getAttachments = operation({
  method: "GET",
  path: "/attachments",
  summary: "List your uploaded files and the messages that link to them.",
  response: { attachments: list(attachment), upload_space_used: uploadSpaceUsed },
});

export const removeAttachment = operation({
  method: "DELETE",
  path: "/attachments/{attachment_id}",
  summary: "Delete one of your uploaded files, even if messages link to it.",
  params: { attachment_id: attachmentId },
  audit: notAudited("one's own file; the messages that link to it are its record"),
  response: {},
  errors: [InvalidAttachment, UnderLegalHold],
});

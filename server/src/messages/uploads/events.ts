import { event, oneOf, strictObject } from "../../kernel/api/index.ts";
import { attachment, attachmentId, uploadSpaceUsed } from "./contract.ts";

/** Sent to whoever uploaded it. */
export const attachmentAddEvent = event("attachment", {
  op: oneOf("add"),
  attachment,
  upload_space_used: uploadSpaceUsed,
});

/** Sent to the author of the message that links to it. */
export const attachmentUpdateEvent = event("attachment", {
  op: oneOf("update"),
  attachment,
  upload_space_used: uploadSpaceUsed,
});

/** Sent to whoever uploaded it. */
export const attachmentRemoveEvent = event("attachment", {
  op: oneOf("remove"),
  attachment: strictObject({ id: attachmentId }),
  upload_space_used: uploadSpaceUsed,
});

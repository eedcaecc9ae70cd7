import { type EventBody, event, int, list, oneOf } from "../../kernel/api/index.ts";
import { draftObject, shownDraft } from "./contract.ts";

/** Sent to the author: all that one request has made. */
export const draftsAddEvent = event(
  "drafts",
  { op: oneOf("add"), drafts: list(draftObject) },
  {
    shape: (body, { capabilities }): EventBody[] => [
      { ...body, drafts: body.drafts.map((draft) => shownDraft(draft, capabilities.empty_topic_name)) },
    ],
  },
);

/** Sent to the author. */
export const draftsUpdateEvent = event(
  "drafts",
  { op: oneOf("update"), draft: draftObject },
  {
    shape: (body, { capabilities }): EventBody[] => [
      { ...body, draft: shownDraft(body.draft, capabilities.empty_topic_name) },
    ],
  },
);

/** Sent to the author. */
export const draftsRemoveEvent = event("drafts", { op: oneOf("remove"), draft_id: int() });

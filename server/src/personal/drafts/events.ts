import { type EventBody, event, int, list, oneOf } from "../../kernel/api/index.ts";
import { draftForClient, draftObject } from "./contract.ts";

/** Sent to the author, with all drafts of one request. */
export const draftsAddEvent = event(
  "drafts",
  { op: oneOf("add"), drafts: list(draftObject) },
  {
    shape: (body, { capabilities }): EventBody[] => [
      { ...body, drafts: body.drafts.map((draft) => draftForClient(draft, capabilities.empty_topic_name)) },
    ],
  },
);

/** Sent to the author. */
export const draftsUpdateEvent = event(
  "drafts",
  { op: oneOf("update"), draft: draftObject },
  {
    shape: (body, { capabilities }): EventBody[] => [
      { ...body, draft: draftForClient(body.draft, capabilities.empty_topic_name) },
    ],
  },
);

/** Sent to the author. */
export const draftsRemoveEvent = event("drafts", { op: oneOf("remove"), draft_id: int() });

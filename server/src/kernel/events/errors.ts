import { apiError } from "../api/errors.ts";

export const BadEventQueueId = apiError<{ queue_id: string }>(
  "BAD_EVENT_QUEUE_ID",
  // Released clients look for the beginning of this sentence, in this spelling.
  ({ queue_id }) => `Bad event queue id: ${queue_id}`,
);

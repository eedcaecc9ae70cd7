import { apiError } from "../api/errors.ts";
import { said } from "../api/sentences.ts";

export const BadEventQueueId = apiError<{ queue_id: string }>(
  "BAD_EVENT_QUEUE_ID",
  // Released clients compare the beginning of this message.
  ({ queue_id }) => said`Bad event queue id: ${queue_id}`,
);

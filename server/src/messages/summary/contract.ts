/** The contract for summaries of conversations. */
import {
  apiError,
  badRequest,
  InsufficientPermission,
  noted,
  nullable,
  operation,
  text,
  withDefault,
} from "../../kernel/api/index.ts";
import { narrow, narrowErrors } from "../contract.ts";

export const NoModel = badRequest("AI features are not enabled on this server: no model is configured.");
export const SummaryFailed = apiError("SERVICE_UNAVAILABLE", "The summary could not be made. Try again later.", {
  status: 503,
});

/** The newest messages of the narrow. */
export const MAX_SUMMARIZED = 100;

export const getMessagesSummary = operation({
  method: "GET",
  path: "/messages/summary",
  summary: `Summarize the newest messages of a narrow, at most ${MAX_SUMMARIZED}, with the language model that the server's operator has chosen. Only messages that you can read are sent to it.`,
  params: {
    narrow: withDefault(nullable(narrow), [], {
      example: [
        { operator: "channel", operand: "launch" },
        { operator: "topic", operand: "release party" },
      ],
    }),
  },
  response: { summary: noted(text(), { note: "As HTML, like the content of messages." }) },
  errors: [...narrowErrors, NoModel, SummaryFailed, InsufficientPermission],
});

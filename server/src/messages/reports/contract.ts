/** The contract for reporting messages. */
import {
  badRequest,
  checked,
  messageId,
  NOT_LISTED,
  notAudited,
  noted,
  operation,
  shortText,
  text,
  typed,
  withDefault,
} from "../../kernel/api/index.ts";
import { InvalidMessage } from "../contract.ts";

const MAX_DESCRIPTION_LENGTH = 1000;

export const REPORT_TYPES = ["spam", "harassment", "inappropriate", "norms", "other"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

const isReportType = (value: string) => REPORT_TYPES.includes(value as ReportType);

const reportType = typed<ReportType>(
  noted(checked(shortText(), isReportType, NOT_LISTED), {
    note: `One of ${REPORT_TYPES.join(", ")}.`,
    example: "spam",
  }),
);

export const ReportingNotEnabled = badRequest("Message reporting is not enabled in this organization.");
export const ExplanationRequired = badRequest("An explanation is required.");

export const reportMessage = operation({
  method: "POST",
  path: "/messages/{message_id}/report",
  summary: "Report a message to the moderators of the organization.",
  params: {
    message_id: messageId,
    report_type: reportType,
    description: withDefault(text({ max: MAX_DESCRIPTION_LENGTH, trim: true }), "", {
      note: "Your explanation; required if the type is other.",
    }),
  },
  audit: notAudited("a message is its own record"),
  response: {},
  errors: [InvalidMessage, ReportingNotEnabled, ExplanationRequired],
});

/** The submessages contract. */
import { badRequest, messageId, notAudited, noted, operation, text } from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InvalidMessage } from "../contract.ts";

const MAX_LENGTH = 10_000;
const MAX_TYPE_LENGTH = 60;

export const MayNotAttach = badRequest("You cannot attach a submessage to this message.");
export const InvalidSubmessageJson = badRequest("Invalid json for submessage");
export const MayNotEditQuestion = badRequest("You can't edit a question unless you are the author.");
export const MayNotEditTaskListTitle = badRequest("You can't edit the task list title unless you are the author.");

export const addSubmessage = operation({
  method: "POST",
  path: "/submessage",
  summary: "Add a submessage to a message: a vote in a poll, a new task, or a completed one.",
  params: {
    message_id: messageId,
    msg_type: noted(text({ max: MAX_TYPE_LENGTH }), { example: "widget" }),
    content: noted(text({ max: MAX_LENGTH }), {
      note: "JSON text; its format depends on the message's widget.",
      example: '{"type":"vote","key":"canned,0","vote":1}',
    }),
  },
  audit: notAudited("a message is its own record"),
  response: {},
  errors: [
    collections.submessages.Full,
    collections.submessages_by_user.Full,
    InvalidMessage,
    MayNotAttach,
    InvalidSubmessageJson,
    MayNotEditQuestion,
    MayNotEditTaskListTitle,
  ],
});

/** The contract for the welcome message. */
import { badRequest, messageId, notAudited, operation, text } from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { MAX_WELCOME_TEXT_LENGTH } from "../invites/contract.ts";

export const WelcomeTextEmpty = badRequest("Message must not be empty");

export const testWelcomeMessage = operation({
  method: "POST",
  path: "/realm/test_welcome_bot_custom_message",
  summary: "Send yourself the organization's welcome message, to preview it.",
  gate: "administrator",
  params: { welcome_message_custom_text: text({ max: MAX_WELCOME_TEXT_LENGTH }) },
  audit: notAudited("a test message to oneself"),
  response: { message_id: messageId },
  errors: [MustBeAdministrator, WelcomeTextEmpty],
});

/** The contract for getting one's API key in a session. */
import { apiError, badRequest, operation, shortText, text, userId, withDefault } from "../../kernel/api/index.ts";

export const PasswordIsIncorrect = badRequest("Password is incorrect.");
export const NotConfirmed = apiError("CONFIRMATION_REQUIRED", "Confirm that it's you first.", { status: 403 });

/** Longer than any sealed value. */
export const MAX_SEALED_LENGTH = 4000;

export const fetchOwnApiKey = operation({
  method: "POST",
  path: "/fetch_api_key",
  summary: "Get your API key from a browser session by confirming your password, or your identity in another way.",
  gate: "human",
  only: "session",
  params: {
    password: withDefault(shortText(), "", {
      note: "Ignored if the organization does not use password sign-in, or with a confirmation.",
    }),
    confirmation: withDefault(text({ max: MAX_SEALED_LENGTH }), "", {
      note: "Instead of the password: from the operation that confirms your identity.",
    }),
  },
  audit: ["api_key_fetched", "sign_in_refused"],
  response: { api_key: text(), email: text(), user_id: userId },
  errors: [PasswordIsIncorrect, NotConfirmed],
});

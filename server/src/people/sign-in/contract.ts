/** The contract for getting one's API key in a session. */
import { badRequest, operation, shortText, text, userId, withDefault } from "../../kernel/api/index.ts";

export const PasswordIsIncorrect = badRequest("Password is incorrect.");

export const fetchOwnApiKey = operation({
  method: "POST",
  path: "/fetch_api_key",
  summary: "Get your API key from a browser session by confirming your password.",
  gate: "human",
  only: "session",
  params: {
    password: withDefault(shortText(), "", {
      note: "Ignored if the organization does not use password sign-in.",
    }),
  },
  audit: ["api_key_fetched", "sign_in_refused"],
  response: { api_key: text(), email: text(), user_id: userId },
  errors: [PasswordIsIncorrect],
});

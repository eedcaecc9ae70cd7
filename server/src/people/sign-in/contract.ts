/** Getting one's own API key, in the words of the wire. */
import { badRequest, operation, shortText, text, userId, withDefault } from "../../kernel/api/index.ts";

export const PasswordIsIncorrect = badRequest("Password is incorrect.");

export const fetchOwnApiKey = operation({
  method: "POST",
  path: "/fetch_api_key",
  summary: "Get your API key in a browser's session, after giving your password once more.",
  gate: "human",
  only: "session",
  params: {
    password: withDefault(shortText(), "", {
      note: "Not looked at where the organization lets nobody in with a password.",
    }),
  },
  response: { api_key: text(), email: text(), user_id: userId },
  errors: [PasswordIsIncorrect],
});

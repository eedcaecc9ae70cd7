/** The contract for getting an API key with a JSON web token. */
import { SecondFactorRequired } from "../../kernel/access/second-factor.ts";
import { badRequest, bool, operation, optional, text, userId, withDefault } from "../../kernel/api/index.ts";
import { AuthenticationFailed, UserDeactivated, userObject } from "../users/contract.ts";

export const JsonWebTokensDisabled = badRequest("This organization does not use JSON web tokens.");
export const InvalidJsonWebToken = badRequest("The JSON web token is not valid.");

const MAX_TOKEN_LENGTH = 8000;

export const fetchApiKeyWithToken = operation({
  method: "POST",
  path: "/jwt/fetch_api_key",
  summary:
    "Get an account's API key with a JSON web token that names its email address, if the operator has set up a key.",
  gate: "anyone",
  only: "key",
  params: {
    token: text({ max: MAX_TOKEN_LENGTH }),
    include_profile: withDefault(bool(), false, { note: "Adds `user`." }),
  },
  audit: ["api_key_fetched", "sign_in_refused"],
  response: { api_key: text(), email: text(), user_id: userId, user: optional(userObject) },
  errors: [JsonWebTokensDisabled, InvalidJsonWebToken, AuthenticationFailed, UserDeactivated, SecondFactorRequired],
});

/** The contract for the ways in which people sign in, and for linking their accounts to identity providers (decision 103). */
import {
  apiError,
  badRequest,
  bool,
  int,
  list,
  notAudited,
  noted,
  nullable,
  operation,
  shortText,
  strictObject,
  text,
  timestamp,
} from "../../kernel/api/index.ts";
import { confirmation, NotConfirmed, OnlyWayIn } from "../second-factors/contract.ts";

export const NoSuchProvider = badRequest("Invalid identity provider");
export const NoSuchIdentity = badRequest("Invalid identity ID");
export const ProviderHasFactor = apiError(
  "SECOND_FACTOR_NEEDED",
  "Your organization requires a second factor, and yours is with this account. Set up another one first.",
);

const identityId = int();

export const getSignInMethods = operation({
  method: "GET",
  path: "/users/me/sign_in_methods",
  summary:
    "Get the ways in which you sign in: your password, your address, and the identity providers that you are linked to.",
  gate: "human",
  response: {
    has_password: noted(bool(), { note: "Whether you can sign in with a password." }),
    is_email_confirmed: noted(bool(), {
      note: "Whether you have proven that your address is yours. Identity providers link accounts by confirmed addresses only.",
    }),
    providers: noted(
      list(
        strictObject({
          id: text(),
          name: text(),
          identity: noted(
            nullable(
              strictObject({
                id: identityId,
                linked_at: timestamp(),
                is_only_way_in: noted(bool(), { note: "Then it cannot be unlinked." }),
              }),
            ),
            { note: "`null` if your account is not linked." },
          ),
        }),
      ),
      { note: "The identity providers with which people can sign in to the organization." },
    ),
  },
});

export const startProviderLink = operation({
  method: "POST",
  path: "/users/me/provider_identities",
  summary:
    "Start to link your account to an identity provider: get the URL to open in the same browser. The account is linked once you have signed in there.",
  gate: "human",
  only: "session",
  params: { provider: noted(shortText(), { note: "Its id." }), confirmation },
  audit: notAudited("changes nothing"),
  response: { url: noted(text(), { note: "It works for ten minutes, in this session." }) },
  errors: [NotConfirmed, NoSuchProvider],
});

export const unlinkProvider = operation({
  method: "DELETE",
  path: "/users/me/provider_identities/{identity_id}",
  summary:
    "Unlink your account from an identity provider. From then on nobody can sign in to it by having its address there.",
  gate: "human",
  only: "session",
  params: { identity_id: identityId, confirmation },
  audit: ["identity_unlinked"],
  response: {},
  errors: [NotConfirmed, NoSuchIdentity, OnlyWayIn, ProviderHasFactor],
});

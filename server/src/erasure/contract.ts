/** The contract for erasing people (decision 094). */
import { apiError, badRequest, oneOf, operation, optional, said, userId } from "../kernel/api/index.ts";
import { MustBeOwner } from "../kernel/http/gate.ts";
import { UnderLegalHold } from "../messages/legal-holds/contract.ts";
import { ERASED_MESSAGES } from "../organization/settings/realm-settings.ts";
import { confirmation, NotConfirmed } from "../people/second-factors/contract.ts";
import { NoSuchUser } from "../people/users/contract.ts";

export const ErasureNotAllowed = badRequest("Your organization does not let people delete their accounts.");
export const AlreadyErased = badRequest("This account has already been erased.");
export const LastOwnerStays = badRequest("The only organization owner cannot be erased.");
/** For owners: the reasons of legal holds are theirs. */
export const HeldPersonStays = apiError<{ reason: string }>(
  "LEGAL_HOLD",
  ({ reason }) => said`This person's data is under a legal hold and cannot be erased: ${reason}`,
);

export const eraseUser = operation({
  method: "POST",
  path: "/users/{user_id}/erase",
  summary:
    "Erase a person or a bot, with the person's bots: name, addresses, pictures, sessions, settings and everything else that is stored about them. It cannot be undone. Owners only.",
  gate: "owner",
  only: "session",
  params: {
    user_id: userId,
    confirmation,
    messages: optional(oneOf(...ERASED_MESSAGES), {
      note: "What happens to their messages: `kept` under an account without a name, `removed`, or `reassigned` in channels to one account for all erased people. By default what the organization has chosen.",
    }),
  },
  audit: ["user_erasure_started", "user_deactivated"],
  response: {},
  errors: [MustBeOwner, NotConfirmed, NoSuchUser, AlreadyErased, LastOwnerStays, HeldPersonStays],
});

export const eraseOwnUser = operation({
  method: "POST",
  path: "/users/me/erase",
  summary:
    "Delete your account, with your bots and everything that is stored about you. What happens to your messages is for the organization to choose. It cannot be undone.",
  gate: "human",
  only: "session",
  params: { confirmation },
  audit: ["user_erasure_started", "user_deactivated"],
  response: {},
  errors: [NotConfirmed, ErasureNotAllowed, LastOwnerStays, HeldPersonStays, UnderLegalHold],
});

/** The contract for second factors: authenticator apps, passkeys and recovery codes (decision 091). */
import {
  anything,
  apiError,
  badRequest,
  bool,
  InsufficientPermission,
  int,
  list,
  MAX_PASSWORD_LENGTH,
  notAudited,
  noted,
  nullable,
  operation,
  optional,
  shortText,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator, MustBeOwner, NotForBots } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { MAX_SEALED_LENGTH, NotConfirmed, PasswordIsIncorrect } from "../sign-in/contract.ts";
import { NoSuchUser, UserIsDeactivated } from "../users/contract.ts";
import { PasskeyRefused } from "./passkey-refusals.ts";

export const MAX_PASSKEY_NAME_LENGTH = 60;
/** Longer than what browsers send about a passkey. */
const MAX_CREDENTIAL_LENGTH = 20_000;

export const WrongCode = badRequest("That code is wrong, or was used already. Enter a new one.");
export const SetupIsOver = badRequest("This took too long. Start again.");
export { NotConfirmed } from "../sign-in/contract.ts";
export const SignInAgain = apiError("SIGN_IN_AGAIN", "Sign out and in again, then try this again.", { status: 403 });
export const NoSuchPasskey = badRequest("Invalid passkey ID");
export const NoSecondFactor = badRequest("There is no second factor to remove.");
export const OnlyWayIn = apiError(
  "ONLY_WAY_IN",
  "This is your only way to sign in. Set a password, add a passkey or link another provider first.",
);
/** For administrators, about somebody else. */
export const OnlyWayInOfPerson = apiError(
  "ONLY_WAY_IN",
  "This person would have no way to sign in. Ask them to reset their password first.",
);
export const FactorIsRequired = badRequest(
  "Your organization requires a second factor. You can replace it, but not remove it.",
);

const sealed = text({ max: MAX_SEALED_LENGTH });
export const confirmation = noted(sealed, { note: "From the operation that confirms your identity." });
const recoveryCodes = noted(list(text()), { note: "Shown only now. Empty if the account keeps the ones it has." });

const passkeyId = int();
const passkeyName = text({ min: 1, max: MAX_PASSKEY_NAME_LENGTH, trim: true });

export const getSecondFactors = operation({
  method: "GET",
  path: "/users/me/second_factors",
  summary: "Get your second factors: what you need to sign in besides a password.",
  gate: "human",
  response: {
    is_required: noted(bool(), { note: "Whether the organization requires people with your role to have one." }),
    authenticator: noted(nullable(strictObject({ created_at: timestamp(), last_used_at: nullable(timestamp()) })), {
      note: "Your authenticator app, if you have set one up.",
    }),
    passkeys: list(
      strictObject({
        id: passkeyId,
        name: text(),
        created_at: timestamp(),
        last_used_at: nullable(timestamp()),
      }),
    ),
    recovery_codes_left: int(),
  },
});

export const getIdentityConfirmation = operation({
  method: "GET",
  path: "/users/me/identity_confirmation",
  summary: "Get the ways in which you can confirm your identity, and what the browser needs to do it with a passkey.",
  gate: "human",
  response: {
    has_password: noted(bool(), { note: "Whether your password is one of them." }),
    has_code: noted(bool(), {
      note: "Whether a code from your authenticator app, or a recovery code, is: if you do not sign in with a password.",
    }),
    has_just_signed_in: noted(bool(), {
      note: "Whether nothing is needed: if you do not sign in with a password, and did less than ten minutes ago.",
    }),
    passkey: noted(
      nullable(
        strictObject({
          options: noted(anything(), { note: "`PublicKeyCredentialRequestOptionsJSON` of the WebAuthn standard." }),
          request: noted(text(), {
            note: "To send with what the passkey has signed. It works once, within ten minutes.",
          }),
        }),
      ),
      { note: "`null` if you have none." },
    ),
  },
});

export const confirmIdentity = operation({
  method: "POST",
  path: "/users/me/identity_confirmation",
  summary:
    "Confirm your identity before you change how you sign in, or erase an account: with your password, a code or a passkey. The confirmation works for ten minutes, in this session.",
  gate: "human",
  only: "session",
  params: {
    password: withDefault(text({ max: MAX_PASSWORD_LENGTH }), "", {
      note: "Required if you sign in with a password and do not use a passkey.",
    }),
    code: withDefault(shortText(), "", {
      note: "From your authenticator app, or a recovery code. Required if you have no password, do not use a passkey, and signed in more than ten minutes ago.",
    }),
    passkey_request: withDefault(sealed, "", { note: "`request`, from the operation that gets the ways." }),
    credential: optional(anything({ max: MAX_CREDENTIAL_LENGTH }), {
      note: "`AuthenticationResponseJSON` of the WebAuthn standard. The device must have verified its user.",
    }),
  },
  audit: ["sign_in_refused", "recovery_code_used"],
  response: { confirmation: text(), expires_at: timestamp() },
  errors: [PasswordIsIncorrect, WrongCode, SignInAgain, PasskeyRefused],
});

export const startAuthenticator = operation({
  method: "POST",
  path: "/users/me/authenticator/setup",
  summary: "Start to set up an authenticator app. Nothing changes until you confirm it with a code from the app.",
  gate: "human",
  only: "session",
  params: { confirmation },
  audit: notAudited("changes nothing"),
  response: {
    secret: noted(text(), { note: "What to type into the app if it cannot scan the QR code." }),
    url: noted(text(), { note: "What the QR code says, as an `otpauth` URL." }),
    qr_code: strictObject({
      size: noted(int(), { note: "Width and height of the picture." }),
      path: noted(text(), { note: "The dark squares, as an SVG path." }),
    }),
    setup: noted(text(), { note: "To send with the code. It works for ten minutes." }),
  },
  errors: [NotConfirmed],
});

export const addAuthenticator = operation({
  method: "POST",
  path: "/users/me/authenticator",
  summary:
    "Finish setting up an authenticator app; it replaces the previous one. Your first second factor ends your other sessions and replaces your API key.",
  gate: "human",
  only: "session",
  params: { setup: sealed, code: noted(shortText(), { note: "The code that the app shows now." }) },
  audit: ["second_factor_added", "api_key_replaced"],
  response: { recovery_codes: recoveryCodes },
  errors: [SetupIsOver, WrongCode],
});

export const removeAuthenticator = operation({
  method: "DELETE",
  path: "/users/me/authenticator",
  summary: "Remove your authenticator app. With your last second factor, your recovery codes are removed too.",
  gate: "human",
  only: "session",
  params: { confirmation },
  audit: ["second_factor_removed"],
  response: {},
  errors: [NotConfirmed, NoSecondFactor, FactorIsRequired],
});

export const replaceRecoveryCodes = operation({
  method: "POST",
  path: "/users/me/recovery_codes",
  summary: "Get new recovery codes. The previous ones stop working.",
  gate: "human",
  only: "session",
  params: { confirmation },
  audit: ["recovery_codes_replaced"],
  response: { recovery_codes: recoveryCodes },
  errors: [NotConfirmed, NoSecondFactor],
});

export const startPasskey = operation({
  method: "POST",
  path: "/users/me/passkeys/setup",
  summary: "Start to add a passkey: get what the browser needs to create one.",
  gate: "human",
  only: "session",
  params: { confirmation },
  audit: notAudited("changes nothing"),
  response: {
    options: noted(anything(), { note: "`PublicKeyCredentialCreationOptionsJSON` of the WebAuthn standard." }),
    setup: noted(text(), { note: "To send with the new passkey. It works once, within ten minutes." }),
  },
  errors: [NotConfirmed],
});

export const addPasskey = operation({
  method: "POST",
  path: "/users/me/passkeys",
  summary:
    "Add the passkey that the browser has created. Your first second factor ends your other sessions and replaces your API key.",
  gate: "human",
  only: "session",
  params: {
    setup: sealed,
    credential: noted(anything({ max: MAX_CREDENTIAL_LENGTH }), {
      note: "`RegistrationResponseJSON` of the WebAuthn standard.",
    }),
    name: noted(passkeyName, { note: "By which you recognise it." }),
  },
  audit: ["second_factor_added", "api_key_replaced"],
  response: { id: passkeyId, recovery_codes: recoveryCodes },
  errors: [SetupIsOver, PasskeyRefused, collections.passkeys.Full],
});

export const renamePasskey = operation({
  method: "PATCH",
  path: "/users/me/passkeys/{passkey_id}",
  summary: "Rename one of your passkeys.",
  gate: "human",
  only: "session",
  params: { passkey_id: passkeyId, name: passkeyName },
  audit: notAudited("a name that only its owner sees"),
  response: {},
  errors: [NoSuchPasskey],
});

export const removePasskey = operation({
  method: "DELETE",
  path: "/users/me/passkeys/{passkey_id}",
  summary: "Remove one of your passkeys. With your last second factor, your recovery codes are removed too.",
  gate: "human",
  only: "session",
  params: { passkey_id: passkeyId, confirmation },
  audit: ["second_factor_removed"],
  response: {},
  errors: [NotConfirmed, NoSuchPasskey, FactorIsRequired, OnlyWayIn],
});

export const getPeopleWithSecondFactor = operation({
  method: "GET",
  path: "/users/second_factors",
  summary: "List the people who have a second factor, as an administrator.",
  gate: "administrator",
  response: { user_ids: list(userId) },
});

export const removeSecondFactors = operation({
  method: "DELETE",
  path: "/users/{user_id}/second_factors",
  summary:
    "Remove all second factors of a person who has lost them, as an administrator. Only owners can do this for owners. The person is notified.",
  gate: "administrator",
  params: { user_id: userId },
  audit: ["second_factors_removed"],
  response: {},
  errors: [
    MustBeAdministrator,
    NotForBots,
    MustBeOwner,
    InsufficientPermission,
    NoSuchUser,
    UserIsDeactivated,
    NoSecondFactor,
    OnlyWayInOfPerson,
  ],
});

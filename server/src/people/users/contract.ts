/** The users contract. */
import { SecondFactorRequired } from "../../kernel/access/second-factor.ts";
import {
  apiError,
  badRequest,
  bool,
  InsufficientPermission,
  ids,
  int,
  list,
  MAX_PASSWORD_LENGTH,
  noted,
  nullable,
  object,
  oneOfInt,
  operation,
  optional,
  RealmDeactivated,
  record,
  type Sentence,
  said,
  shortText,
  strictObject,
  text,
  UserDeactivated,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { BotsHaveNoProfile, FieldNotFound, profileValues } from "../profile-fields/contract.ts";

export const role = oneOfInt(100, 200, 300, 400, 600);

export const userFields = {
  user_id: userId,
  delivery_email: nullable(text()),
  email: text(),
  full_name: text(),
  date_joined: text(),
  is_active: bool(),
  is_owner: bool(),
  is_admin: bool(),
  is_guest: bool(),
  is_bot: bool(),
  bot_type: nullable(int()),
  bot_owner_id: nullable(userId),
  role: int(),
  timezone: noted(text(), { note: "Empty if none is chosen, and for visitors." }),
  avatar_url: nullable(text()),
  avatar_version: int(),
  profile_data: optional(record(object({ value: text(), rendered_value: optional(text()) }))),
};

export const userObject = strictObject(userFields);

/** In the snapshot, the list itself says whether a user is active. */
const { is_active: _, ...listedUserFields } = userFields;
export const listedUser = strictObject({
  ...listedUserFields,
  avatar_url: optional(nullable(text()), {
    note: "Omitted for long-inactive users if the client declares user_avatar_url_field_optional.",
  }),
});
const builtInBot = strictObject({ ...userFields, is_system_bot: bool() });

export const NoSuchUser = badRequest("No such user");
export const UserIsDeactivated = badRequest("User is deactivated");
export const UserIsErased = badRequest("This account has been erased.");
export const OnlyOwner = badRequest("Cannot deactivate the only organization owner");
export const LastOwnersRole = badRequest("The owner permission cannot be removed from the only organization owner.");
export const GuestCannotAdminister = badRequest("Guests cannot be organization administrators");
export const NotAllowedToChangeEmails = badRequest("User not authorized to change user emails");
export const InvalidNewEmail = badRequest("Invalid new email address.");
export const newEmailFault = badRequest<{ reason: Sentence }>(({ reason }) => said`New email value error: ${reason}`);
export const NameInUse = badRequest("Name is already in use.");
export const HeldOwnerStays = apiError(
  "LEGAL_HOLD",
  "This bot's owner is under a legal hold, which keeps what the bot has sent, so the owner cannot be changed.",
);
export const CannotDeactivateLastUser = apiError<{ is_last_owner: boolean; entity: Sentence }>(
  "CANNOT_DEACTIVATE_LAST_USER",
  ({ entity }) => said`Cannot deactivate the only ${entity}.`,
);
export const EmailInUse = badRequest("Email is already in use.");
export const BadUsername = badRequest("Bad name or username");
export const emailNotAllowed = badRequest<{ email: string }>(
  ({ email }) => said`Email '${email}' not allowed in this organization`,
);
export const DisposableEmail = badRequest("Disposable email addresses are not allowed in this organization");
export const EmailHasPlus = badRequest("Email addresses containing + are not allowed.");
export const PasswordTooWeak = badRequest("The password is too weak.");
export const NotAllowedToCreateUsers = badRequest("User not authorized to create users");
export const UniqueNamesRequired = badRequest("Unique names required in this organization.");
export const InvalidEmailAddress = badRequest("Enter a valid email address.");
export const AuthenticationFailed = apiError("AUTHENTICATION_FAILED", "Your username or password is incorrect", {
  status: 401,
});
export { RealmDeactivated, UserDeactivated };

export const PasswordAuthDisabled = apiError(
  "PASSWORD_AUTH_DISABLED",
  "Password authentication is disabled in this organization",
  { status: 401 },
);
export const PasswordResetRequired = apiError(
  "PASSWORD_RESET_REQUIRED",
  "Your password has been disabled and needs to be reset",
  { status: 401 },
);

export const fetchApiKey = operation({
  method: "POST",
  path: "/fetch_api_key",
  summary: "Get an account's API key with its email address and password.",
  gate: "anyone",
  only: "key",
  params: { username: shortText(), password: shortText() },
  audit: ["api_key_fetched", "sign_in_refused"],
  response: { api_key: text(), email: text(), user_id: userId },
  errors: [
    InvalidEmailAddress,
    PasswordAuthDisabled,
    AuthenticationFailed,
    RealmDeactivated,
    UserDeactivated,
    PasswordResetRequired,
    SecondFactorRequired,
  ],
});

export const regenerateApiKey = operation({
  method: "POST",
  path: "/users/me/api_key/regenerate",
  summary: "Replace your API key. The old one stops working at once.",
  only: "key",
  audit: ["api_key_replaced"],
  response: { api_key: text() },
});

export const createUser = operation({
  method: "POST",
  path: "/users",
  summary: "Create a user. Requires an administrator with permission to create users.",
  gate: "administrator",
  params: {
    email: shortText(),
    password: text({ max: MAX_PASSWORD_LENGTH }),
    full_name: shortText({ nullBytes: true }),
  },
  audit: ["user_created"],
  response: { user_id: userId },
  errors: [
    NotAllowedToCreateUsers,
    BadUsername,
    DisposableEmail,
    EmailHasPlus,
    EmailInUse,
    PasswordTooWeak,
    UniqueNamesRequired,
  ],
});

const viewing = {
  client_gravatar: withDefault(bool(), true, {
    note: "Leave avatar_url null if the client can compute the URL of a third-party avatar itself.",
  }),
  include_custom_profile_fields: withDefault(bool(), false),
};

export const getUsers = operation({
  method: "GET",
  path: "/users",
  summary: "List all users of the organization, including deactivated users and bots.",
  params: { ...viewing, user_ids: optional(ids(userId), { note: "Only these users; unknown ids are ignored." }) },
  response: { members: list(userObject) },
});

export const getUser = operation({
  method: "GET",
  path: "/users/{user_id}",
  summary: "Get a user: a person or a bot, including deactivated ones.",
  params: { user_id: userId, ...viewing },
  response: { user: userObject },
  errors: [NoSuchUser, InsufficientPermission],
});

const email = noted(shortText(), {
  note: "The real address if you can see it, or `user{user_id}@{host}`, which works for every user.",
});

export const getUserByEmail = operation({
  method: "GET",
  path: "/users/{email}",
  summary: "Get a user by email address.",
  params: { email, ...viewing },
  response: { user: userObject },
  errors: [NoSuchUser, InsufficientPermission],
});

export const getUnverifiedEmails = operation({
  method: "GET",
  path: "/users/unverified_emails",
  summary:
    "List the people who joined while the server sent no email, so that nobody knows whether their address is theirs. Administrators only.",
  gate: "administrator",
  response: { user_ids: list(userId) },
});

const userChanges = {
  full_name: optional(shortText({ nullBytes: true })),
  role: optional(role, { note: "Only owners can grant or remove the owner role; guests must become members first." }),
  profile_data: optional(profileValues, {
    note: "Values of custom profile fields; null, an empty text or an empty list clears one.",
  }),
  new_email: optional(shortText(), { note: "Requires an owner with permission to change email addresses." }),
};

const updateErrors = [
  NoSuchUser,
  InsufficientPermission,
  NotAllowedToChangeEmails,
  MustBeOwner,
  GuestCannotAdminister,
  LastOwnersRole,
  UniqueNamesRequired,
  InvalidNewEmail,
  FieldNotFound,
  BotsHaveNoProfile,
];

const userChangesAudit = [
  "user_role_changed",
  "user_name_changed",
  "user_profile_changed",
  "user_email_changed",
] as const;

export const updateUser = operation({
  method: "PATCH",
  path: "/users/{user_id}",
  summary: "Change another user's name, role, profile or email address, as an administrator.",
  params: { user_id: userId, ...userChanges },
  audit: userChangesAudit,
  response: {},
  errors: updateErrors,
});

export const updateUserByEmail = operation({
  method: "PATCH",
  path: "/users/{email}",
  summary: "Change a user, found by email address, as an administrator.",
  params: { email, ...userChanges },
  audit: userChangesAudit,
  response: {},
  errors: updateErrors,
});

export const deactivateUser = operation({
  method: "DELETE",
  path: "/users/{user_id}",
  summary: "Deactivate a person and their bots, as an administrator. No data is deleted.",
  params: {
    user_id: userId,
    deactivation_notification_comment: optional(text({ max: 2000 }), {
      note: "A comment to email to the person; an empty text sends the email without one. No email is sent when omitted.",
    }),
  },
  audit: ["user_deactivated"],
  response: {},
  errors: [NoSuchUser, UserIsDeactivated, InsufficientPermission, MustBeOwner, OnlyOwner],
});

export const deactivateOwnUser = operation({
  method: "DELETE",
  path: "/users/me",
  summary: "Deactivate your own account.",
  audit: ["user_deactivated"],
  response: {},
  errors: [CannotDeactivateLastUser],
});

export const reactivateUser = operation({
  method: "POST",
  path: "/users/{user_id}/reactivate",
  summary: "Reactivate a deactivated account, as an administrator or the bot's owner.",
  params: { user_id: userId },
  audit: ["user_reactivated", "bot_owner_changed"],
  response: {},
  errors: [NoSuchUser, InsufficientPermission, NameInUse, UserIsErased, HeldOwnerStays],
});

export const getOwnUser = operation({
  method: "GET",
  path: "/users/me",
  summary: "Get your own user.",
  response: { ...userFields, max_message_id: int() },
});

export const usersState = {
  realm_users: list(listedUser),
  realm_non_active_users: list(listedUser),
  cross_realm_bots: list(builtInBot),
  user_id: userId,
  email: text(),
  delivery_email: text(),
  full_name: text(),
  avatar_source: text(),
  avatar_url: text(),
  avatar_url_medium: text(),
  is_owner: bool(),
  is_admin: bool(),
  is_moderator: bool(),
  is_guest: bool(),
  can_create_streams: bool(),
  can_create_public_streams: bool(),
  can_create_private_streams: bool(),
  can_create_web_public_streams: bool(),
  can_invite_others_to_realm: bool(),
};

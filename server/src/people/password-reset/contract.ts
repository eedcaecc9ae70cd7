/** The contract of password reset links that an administrator hands over. */
import { badRequest, InsufficientPermission, operation, text, timestamp, userId } from "../../kernel/api/index.ts";
import { MustBeAdministrator, MustBeOwner, NotForBots } from "../../kernel/http/gate.ts";
import { NoSuchUser, UserIsDeactivated } from "../users/contract.ts";

export const ServerSendsEmail = badRequest(
  "This server sends email: people reset their password themselves, on the sign-in page.",
);
export const NotOwnResetLink = badRequest("Change your own password in your settings.");
export const NoPasswords = badRequest("This organization does not use password sign-in.");

export const makePasswordResetLink = operation({
  method: "POST",
  path: "/users/{user_id}/password_reset_link",
  summary:
    "Make a link with which a person can choose a new password, as an administrator of a server that sends no email. It works once, within a day, and replaces earlier ones. The person is notified.",
  gate: "administrator",
  params: { user_id: userId },
  audit: ["password_reset_link_created"],
  response: { reset_link: text(), expires_at: timestamp() },
  errors: [
    MustBeAdministrator,
    NotForBots,
    MustBeOwner,
    InsufficientPermission,
    NoSuchUser,
    UserIsDeactivated,
    ServerSendsEmail,
    NotOwnResetLink,
    NoPasswords,
  ],
});

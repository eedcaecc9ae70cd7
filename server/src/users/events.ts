import { bool, event, int, noted, nullable, oneOf, optional, strictObject, text, userId } from "../api/index.ts";
import { userObject } from "./contract.ts";

/** Sent to everyone who can access the new user; whether it carries the real address depends on who may see it. */
export const userAddEvent = event("realm_user", { op: oneOf("add"), person: userObject });

/** Sent to everyone who can access the user, but for delivery_email: that goes to those whose view of it changes. */
export const userUpdateEvent = event("realm_user", {
  op: oneOf("update"),
  person: strictObject({
    user_id: userId,
    full_name: optional(text()),
    timezone: optional(text()),
    email: optional(text()),
    new_email: optional(text()),
    delivery_email: optional(nullable(text())),
    role: optional(int()),
    is_active: optional(bool()),
    bot_owner_id: optional(userId),
    avatar_url: optional(text()),
    avatar_url_medium: optional(text()),
    avatar_source: optional(text()),
    avatar_version: optional(int()),
    custom_profile_field: optional(
      strictObject({
        id: int(),
        value: noted(nullable(text()), { note: "Null when it was removed." }),
        rendered_value: optional(text()),
      }),
    ),
  }),
});

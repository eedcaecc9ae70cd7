import { bool, either, event, oneOf, strictObject, text, userId } from "../api/index.ts";
import { userObject } from "./contract.ts";

/** Sent to everyone who can access the new user; whether it carries the real address depends on who may see it. */
export const userAddEvent = event("realm_user", { op: oneOf("add"), person: userObject });

/** The user was deactivated, or is active again. */
const activity = strictObject({ user_id: userId, is_active: bool() });
const name = strictObject({ user_id: userId, full_name: text() });
const timezone = strictObject({ user_id: userId, email: text(), timezone: text() });

/** Sent to everyone who can access the user. Each change has its own form of `person`. */
export const userUpdateEvent = event("realm_user", { op: oneOf("update"), person: either(activity, name, timezone) });

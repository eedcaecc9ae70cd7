import { bool, event, oneOf, strictObject, userId } from "../api/index.ts";
import { userObject } from "./contract.ts";

/** Sent to everyone who can access the new user; whether it carries the real address depends on who may see it. */
export const userAddEvent = event("realm_user", { op: oneOf("add"), person: userObject });

/** The user was deactivated, or is active again. */
const activity = strictObject({ user_id: userId, is_active: bool() });

/** Sent to everyone who can access the user. Each change has its own form of `person`. */
export const userUpdateEvent = event("realm_user", { op: oneOf("update"), person: activity });

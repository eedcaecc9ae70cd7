import { event, oneOf } from "../api/index.ts";
import { userObject } from "./contract.ts";

/** Sent to everyone who can access the new user; whether it carries the real address depends on who may see it. */
export const userAddEvent = event("realm_user", { op: oneOf("add"), person: userObject });

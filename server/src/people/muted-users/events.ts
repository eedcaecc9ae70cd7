import { event } from "../../kernel/api/index.ts";
import { mutedUsersState } from "./contract.ts";

/** Sent to the user: everybody whom they have muted. */
export const mutedUsersEvent = event("muted_users", mutedUsersState);

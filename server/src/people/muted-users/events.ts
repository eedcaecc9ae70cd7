import { event } from "../../kernel/api/index.ts";
import { mutedUsersState } from "./contract.ts";

/** Sent to the user, with everyone they have muted. */
export const mutedUsersEvent = event("muted_users", mutedUsersState);

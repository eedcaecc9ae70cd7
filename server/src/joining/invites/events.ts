import { event } from "../../kernel/api/index.ts";

/** Sent to administrators and to the inviter when the list of open invitations changes. */
export const invitesChangedEvent = event("invites_changed", {});

import { event } from "../../kernel/api/index.ts";

/** Sent to administrators and to whoever made the invitation: the list of open invitations has changed. */
export const invitesChangedEvent = event("invites_changed", {});

import { bool, type EventBody, event, optional, type ShapeOf, text, userId } from "../../kernel/api/index.ts";
import { reactionType } from "../../text/emoji/contract.ts";
import { spelledStatus } from "./spelled.ts";

const fields = {
  user_id: userId,
  away: optional(bool()),
  status_text: optional(text()),
  emoji_name: optional(text()),
  emoji_code: optional(text()),
  reaction_type: optional(reactionType),
};

type Changed = ShapeOf<typeof fields>;

/**
 * Sent to everyone who can access the user, with the changed fields. Cleared fields are empty, and the type of a
 * cleared emoji is unicode_emoji. Restricted guests who gain access to people get one event for each status.
 */
export const userStatusEvent = event("user_status", fields, {
  shape(body: Changed | { statuses: readonly Changed[] }, { dialect }): EventBody[] {
    const statuses = "statuses" in body ? body.statuses : [body];
    return statuses.map((status) => spelledStatus(status, dialect));
  },
});

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
 * Sent to everyone who can access the user: what was changed. Empty is cleared, and then the type of the emoji is
 * unicode_emoji. Restricted guests who come to know people hear what is set, in one event for each of them.
 */
export const userStatusEvent = event("user_status", fields, {
  shape(body: Changed | { statuses: readonly Changed[] }, { dialect }): EventBody[] {
    const statuses = "statuses" in body ? body.statuses : [body];
    return statuses.map((status) => spelledStatus(status, dialect));
  },
});

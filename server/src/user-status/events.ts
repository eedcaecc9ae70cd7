import { bool, type EventBody, event, optional, text, userId } from "../api/index.ts";
import { reactionType } from "../emoji/contract.ts";
import { spelledStatus } from "./spelled.ts";

/**
 * Sent to everyone who can access the user: what was changed. Empty is cleared, and then the type of the emoji is
 * unicode_emoji.
 */
export const userStatusEvent = event(
  "user_status",
  {
    user_id: userId,
    away: optional(bool()),
    status_text: optional(text()),
    emoji_name: optional(text()),
    emoji_code: optional(text()),
    reaction_type: optional(reactionType),
  },
  { shape: (body, { dialect }): EventBody[] => [spelledStatus(body, dialect)] },
);

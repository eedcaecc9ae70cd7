/** The user status contract. */
import {
  apiError,
  badRequest,
  bool,
  InsufficientPermission,
  notAudited,
  noted,
  object,
  oneOf,
  operation,
  optional,
  record,
  said,
  shortText,
  text,
  userId,
} from "../../kernel/api/index.ts";
import {
  CustomEmojiDeactivated,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  InvalidEmojiCode,
  InvalidEmojiName,
  REACTION_TYPES,
  reactionType,
} from "../../text/emoji/contract.ts";
import { NoSuchUser, UserIsDeactivated } from "../users/contract.ts";

export const MAX_STATUS_LENGTH = 60;

export const NothingNew = badRequest("Client did not pass any new values.");
export const StatusTooLong = apiError(
  "BAD_REQUEST",
  said`status_text is too long (limit: ${MAX_STATUS_LENGTH} characters)`,
);
export const EmojiWithoutName = badRequest(
  "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
);

const emoji = {
  emoji_name: optional(shortText()),
  emoji_code: optional(shortText()),
  reaction_type: optional(reactionType),
};

/** Released clients send all three empty for a status without an emoji, and to clear one. */
const reactionTypeOrNone = oneOf(...REACTION_TYPES, "");

export const statusFields = {
  away: optional(bool(), { note: "True when presence is turned off, otherwise omitted.", deprecated: true }),
  status_text: optional(text()),
  ...emoji,
};

const changes = {
  status_text: optional(shortText({ trim: true }), {
    note: `At most ${MAX_STATUS_LENGTH} characters; empty to clear it.`,
    example: "on vacation",
  }),
  ...emoji,
  emoji_name: optional(shortText(), { note: "Required with a code or a type; empty to clear the emoji." }),
  emoji_code: optional(shortText(), { note: "Empty means the same as omitted." }),
  reaction_type: optional(reactionTypeOrNone, { note: "Empty means the same as omitted." }),
};

const errors = [
  NothingNew,
  StatusTooLong,
  EmojiWithoutName,
  InvalidEmojiCode,
  InvalidEmojiName,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  CustomEmojiDeactivated,
];

export const updateOwnStatus = operation({
  method: "POST",
  path: "/users/me/status",
  summary: "Change your status. Omitted fields are unchanged.",
  gate: "human",
  params: {
    ...changes,
    away: optional(bool(), { note: "The opposite of the setting presence_enabled.", deprecated: true }),
  },
  audit: notAudited("one's own status"),
  response: {},
  errors,
});

export const updateUserStatus = operation({
  method: "POST",
  path: "/users/{user_id}/status",
  summary: "Change another user's status, as an administrator. Omitted fields are unchanged.",
  gate: "human",
  params: { user_id: userId, ...changes },
  audit: ["user_status_changed"],
  response: {},
  errors: [NoSuchUser, UserIsDeactivated, InsufficientPermission, ...errors],
});

export const getUserStatus = operation({
  method: "GET",
  path: "/users/{user_id}/status",
  summary: "Get a user's status: only the parts that are set.",
  params: { user_id: userId },
  response: { status: object(statusFields) },
  errors: [NoSuchUser, UserIsDeactivated, InsufficientPermission],
});

export const userStatusState = {
  user_status: noted(record(object(statusFields)), { note: "By user id; only users with a status." }),
};

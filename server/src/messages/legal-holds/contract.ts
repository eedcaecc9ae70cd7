/** The contract for legal holds. */
import { InvalidChannelId } from "../../channels/contract.ts";
import {
  apiError,
  badRequest,
  channelId,
  int,
  list,
  noted,
  nullable,
  operation,
  optional,
  strictObject,
  text,
  timestamp,
  userId,
} from "../../kernel/api/index.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { NoSuchUser } from "../../people/users/contract.ts";

const MAX_REASON_LENGTH = 500;

/** For people who would delete something that is under a legal hold. */
export const UnderLegalHold = apiError("LEGAL_HOLD", "This is under a legal hold and cannot be deleted.");
export const HeldMessageStays = apiError(
  "LEGAL_HOLD",
  "Messages cannot be moved out of a channel that is under a legal hold.",
);
export const HeldHistoryIsFull = apiError(
  "LEGAL_HOLD",
  "This message is under a legal hold, and has been edited so often that another edit would lose an earlier version.",
);

export const InvalidHold = badRequest("Invalid legal hold ID");
export const AlreadyHeld = badRequest("There is a legal hold on this already.");
export const HoldWhat = badRequest("Choose either a person or a channel.");

const legalHold = strictObject({
  id: int(),
  user_id: noted(nullable(userId), { note: "The person whose messages are kept, or null." }),
  channel_id: noted(nullable(channelId), { note: "The channel whose messages are kept, or null." }),
  reason: text(),
  placed_at: timestamp(),
  placed_by: userId,
});

export const getLegalHolds = operation({
  method: "GET",
  path: "/realm/legal_holds",
  summary: "List the legal holds of the organization. Owners only.",
  gate: "owner",
  response: { legal_holds: list(legalHold) },
  errors: [MustBeOwner],
});

export const placeLegalHold = operation({
  method: "POST",
  path: "/realm/legal_holds",
  summary:
    "Put a person or a channel under a legal hold: their messages cannot be deleted by anyone or by retention, and their data cannot be erased. Owners only.",
  gate: "owner",
  params: {
    user_id: optional(userId, { note: "Keeps what the person and their bots sent, and all their direct messages." }),
    channel_id: optional(channelId, { note: "Keeps all messages of the channel." }),
    reason: noted(text({ min: 1, max: MAX_REASON_LENGTH, trim: true }), {
      note: "Shown to owners only.",
    }),
  },
  audit: ["user_hold_placed", "channel_hold_placed"],
  response: { id: int() },
  errors: [collections.legal_holds.Full, MustBeOwner, HoldWhat, NoSuchUser, InvalidChannelId, AlreadyHeld],
});

export const liftLegalHold = operation({
  method: "DELETE",
  path: "/realm/legal_holds/{hold_id}",
  summary: "Lift a legal hold. Owners only.",
  gate: "owner",
  params: { hold_id: int() },
  audit: ["user_hold_lifted", "channel_hold_lifted"],
  response: {},
  errors: [MustBeOwner, InvalidHold],
});

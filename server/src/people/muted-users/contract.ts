/** The muted users contract. */
import {
  badRequest,
  InsufficientPermission,
  list,
  notAudited,
  operation,
  strictObject,
  timestamp,
  userId,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { NoSuchUser } from "../users/contract.ts";

export const CannotMuteSelf = badRequest("Cannot mute self");
export const AlreadyMuted = badRequest("User already muted");
export const NotMuted = badRequest("User is not muted");

export const muteUser = operation({
  method: "POST",
  path: "/users/me/muted_users/{muted_user_id}",
  summary: "Mute a user: their messages, including future ones, are marked as read for you.",
  params: { muted_user_id: userId },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [collections.muted_users.Full, CannotMuteSelf, NoSuchUser, InsufficientPermission, AlreadyMuted],
});

export const unmuteUser = operation({
  method: "DELETE",
  path: "/users/me/muted_users/{muted_user_id}",
  summary: "Unmute a user.",
  params: { muted_user_id: userId },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [NoSuchUser, NotMuted],
});

export const mutedUsersState = { muted_users: list(strictObject({ id: userId, timestamp: timestamp() })) };

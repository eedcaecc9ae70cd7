/** Who may delete a message. */
import type { ApiError } from "../../api/index.ts";
import { type ChannelFacts, mayIn } from "../../channels/permissions.ts";
import type { Realm, User } from "../../context.ts";
import { may } from "../../realms/permissions.ts";
import { DeleteTimeLimitPassed, MayNotDelete } from "./contract.ts";

export interface DeletionFacts {
  readonly channel: ChannelFacts | undefined;
  /** Sent by the user, or by a bot of theirs. */
  readonly isOwn: boolean;
  readonly ageSeconds: number;
}

/**
 * Whoever may delete any message, here or everywhere, may delete this one. One's own, and those of one's bots, may be
 * deleted by whoever holds that permission, here or everywhere, until the time limit passes. Administrators have no right
 * of their own: it comes from the groups.
 */
export function faultOfDeleting(user: User, realm: Realm, facts: DeletionFacts): ApiError | undefined {
  const { channel, isOwn, ageSeconds } = facts;
  const holds = (permission: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    may(user, realm.settings, permission) || (channel !== undefined && mayIn(user, channel, permission));
  if (holds("can_delete_any_message_group")) return undefined;
  if (!isOwn || !holds("can_delete_own_message_group")) return new MayNotDelete();
  const limit = realm.settings.message_content_delete_limit_seconds;
  return limit !== null && ageSeconds > limit ? new DeleteTimeLimitPassed() : undefined;
}

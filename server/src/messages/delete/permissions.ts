/** Who may delete a message. */

import { type ChannelFacts, mayIn } from "../../channels/permissions.ts";
import type { Holder } from "../../kernel/access/holds.ts";
import type { GroupId } from "../../kernel/api/ids.ts";
import { may, type RealmFacts } from "../../organization/realms/permissions.ts";

interface DeletionFacts<V = GroupId> {
  readonly channel: ChannelFacts<V> | undefined;
  /** Sent by the user, or by one of their bots. */
  readonly isOwn: boolean;
  readonly ageSeconds: number;
}

interface DeletionSettings<V = GroupId>
  extends RealmFacts<"can_delete_any_message_group" | "can_delete_own_message_group", V> {
  readonly message_content_delete_limit_seconds: number | null;
}

/**
 * Users who may delete any message, in the channel or the organization, may delete this one. Their own messages, and
 * those of their bots, may be deleted with the corresponding permission until the time limit. Administrators have no
 * right of their own: it comes from the groups.
 */
export function faultOfDeleting<V>(
  user: Holder<V>,
  settings: DeletionSettings<V>,
  { channel, isOwn, ageSeconds }: DeletionFacts<V>,
): "notAllowed" | "tooLate" | undefined {
  const holds = (permission: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    may(user, settings, permission) || (channel !== undefined && mayIn(user, channel, permission));
  if (holds("can_delete_any_message_group")) return undefined;
  if (!isOwn || !holds("can_delete_own_message_group")) return "notAllowed";
  const limit = settings.message_content_delete_limit_seconds;
  return limit !== null && ageSeconds > limit ? "tooLate" : undefined;
}

import type { WriteContext } from "../context.ts";
import { append } from "../events/log.ts";
import { toThoseWhoAccess } from "../users/access/audience.ts";
import type { UserRow } from "../users/present.ts";
import { userStatusEvent } from "./events.ts";
import type { Status } from "./store.ts";

/** Away is the setting presence_enabled turned off, which older clients know as a part of the status. */
export async function announceStatus(
  ctx: WriteContext,
  user: Pick<UserRow, "id" | "bot_type">,
  changes: Partial<Status> & { away?: boolean },
): Promise<void> {
  append(ctx, userStatusEvent({ user_id: user.id, ...changes }), await toThoseWhoAccess(ctx, user));
}

import type { WriteContext } from "../context.ts";
import { toEveryone } from "../events/audience.ts";
import { append } from "../events/log.ts";
import type { UserRow } from "../users/present.ts";
import { userStatusEvent } from "./events.ts";
import type { Status } from "./store.ts";

/** Away is the setting presence_enabled turned off, which older clients know as a part of the status. */
export function announceStatus(
  ctx: WriteContext,
  { id: user_id }: Pick<UserRow, "id" | "bot_type">,
  changes: Partial<Status> & { away?: boolean },
): void {
  append(ctx, userStatusEvent({ user_id, ...changes }), toEveryone);
}

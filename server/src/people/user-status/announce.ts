import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { toUsersWithAccess } from "../users/access/audience.ts";
import type { UserRow } from "../users/present.ts";
import { userStatusEvent } from "./events.ts";
import { presentStatus } from "./present.ts";
import { NO_STATUS, type Status, statusesOf } from "./store.ts";

/** `away` means that presence_enabled is off; older clients treat it as part of the status. */
export async function announceStatus(
  ctx: Writing,
  user: Pick<UserRow, "id" | "bot_type">,
  changes: Partial<Status> & { away?: boolean },
): Promise<void> {
  append(ctx, userStatusEvent({ user_id: user.id, ...changes }), await toUsersWithAccess(ctx, user));
}

/** Statuses per entry of the event log. */
const BATCH = 1000;

/** Sends the statuses of these users to users who have just gained access to them. */
export async function revealStatuses(ctx: Writing, users: readonly UserRow[], to: readonly UserId[]): Promise<void> {
  const ids = users.map((user) => user.id);
  const set = new Map<UserId, Status>((await statusesOf(ctx.db, ids)).map((row) => [row.user_id, row]));
  const withStatus = users.filter((user) => set.has(user.id) || isAway(user));
  const statuses = withStatus.map((user) => ({
    user_id: user.id,
    ...presentStatus(set.get(user.id) ?? NO_STATUS, { away: isAway(user), dialect: "neutral" }),
  }));
  for (let start = 0; start < statuses.length; start += BATCH)
    append(ctx, userStatusEvent({ statuses: statuses.slice(start, start + BATCH) }), toUsers(...to));
}

export const isAway = ({ settings }: UserRow): boolean => settings.presence_enabled === false;

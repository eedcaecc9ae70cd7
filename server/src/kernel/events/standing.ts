/** Which audiences a user belonged to in the past, for queues that read the log later. */
import { Role } from "../access/roles.ts";
import type { Hearing } from "../api/event.ts";
import type { ChannelId, UserId } from "../api/ids.ts";
import type { Audience, Effects } from "./audience.ts";
import { LISTENS, RECEIVES } from "./frames.ts";
import type { Queue } from "./queue.ts";

/** What determines a user's audiences. */
export interface UserStanding {
  role: number;
  readonly channels: Set<ChannelId>;
}

export const inRange = (role: number, [from, to]: readonly [number, number]) => role >= from && role <= to;

/** Undefined if the user does not receive it at all. */
export function hears({ role, channels }: UserStanding, queue: Queue, audience: Audience): Hearing | undefined {
  if (audience.except?.includes(queue.userId)) return undefined;
  if (audience.users?.includes(queue.userId)) return RECEIVES;
  if (audience.roles && inRange(role, audience.roles)) return RECEIVES;
  if (audience.subscribersOf !== undefined && channels.has(audience.subscribersOf)) return RECEIVES;
  const listens = audience.publicListeners === true && queue.options.all_public_streams && role !== Role.guest;
  return listens ? LISTENS : undefined;
}

/** The user's standing after an entry. */
export function redo(standing: UserStanding, { joins, leaves, role }: Effects, userId: UserId): void {
  if (joins?.users.includes(userId)) for (const channel of joins.channels) standing.channels.add(channel);
  if (leaves?.users.includes(userId)) for (const channel of leaves.channels) standing.channels.delete(channel);
  if (role?.user === userId) standing.role = role.to;
}

/** The user's standing before an entry, given the one after it. */
export function undo(standing: UserStanding, { joins, leaves, role }: Effects, userId: UserId): void {
  if (joins?.users.includes(userId)) for (const channel of joins.channels) standing.channels.delete(channel);
  if (leaves?.users.includes(userId)) for (const channel of leaves.channels) standing.channels.add(channel);
  if (role?.user === userId) standing.role = role.from;
}

/**
 * Finds which users restricted guests gain or lose access to through a change, by comparing before and after. Does
 * nothing if guests are not restricted.
 */

import { Role } from "../../../kernel/access/roles.ts";
import type { UserId } from "../../../kernel/api/ids.ts";
import type { Realm, Writing } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/db/handles.ts";
import { type Effects, toUsers } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { deleteQueuesOf } from "../../../kernel/events/queue-store.ts";
import { on } from "../../../kernel/moments.ts";
import { permissionChanged } from "../../../organization/moments.ts";
import { profilesOf } from "../../profile-fields/profiles.ts";
import { revealStatuses } from "../../user-status/announce.ts";
import { userAddEvent, userRemoveEvent } from "../events.ts";
import { presentUser, type UserRow } from "../present.ts";
import { usersWithIds } from "../store.ts";
import { isRestricted } from "./permissions.ts";
import { type Acquaintances, acquaintancesOf, type Between, guestsOf } from "./store.ts";

const NOBODY: Acquaintances = new Map();

/** All pairs that can change when these users do: guests among them, and guests who can access them. */
export const allAround = (userIds: readonly UserId[]): Between[] => [{ guests: userIds }, { users: userIds }];

/** Call before the change. */
export async function acquaintancesBefore(
  { db, realm }: { readonly db: Db; readonly realm: Realm },
  concerned: readonly Between[],
): Promise<Acquaintances> {
  if (!isRestricted(realm)) return NOBODY;
  const all = new Map<UserId, Set<UserId>>();
  for (const between of concerned)
    for (const [guest, users] of await acquaintancesOf(db, realm.id, between)) {
      const known = all.get(guest) ?? new Set();
      for (const user of users) known.add(user);
      all.set(guest, known);
    }
  return all;
}

/** Call after the change: notifies guests of users they gained or lost access to. */
export async function announceAcquaintances(
  ctx: Writing,
  concerned: readonly Between[],
  before: Acquaintances,
): Promise<void> {
  if (!isRestricted(ctx.realm)) return;
  const after = await acquaintancesBefore(ctx, concerned);
  for (const [users, guests] of bySameUsers(difference(before, after)))
    await revealUsers(ctx, await usersWithIds(ctx.db, users), { to: guests, role: Role.guest });
  const lost = await withoutBots(ctx.db, difference(after, before));
  for (const [users, guests] of bySameUsers(lost)) hideUsers(ctx, users, guests);
}

function difference(from: Acquaintances, to: Acquaintances): Map<UserId, UserId[]> {
  const more = [...to].map(([guest, users]): [UserId, UserId[]] => {
    const had = from.get(guest);
    return [guest, [...users].filter((user) => user !== guest && !had?.has(user))];
  });
  return new Map(more.filter(([, users]) => users.length > 0));
}

/** Guests with the same changes share events. */
function bySameUsers(changed: ReadonlyMap<UserId, UserId[]>): [users: UserId[], guests: UserId[]][] {
  const sets = Map.groupBy(changed, ([, users]) => users.join());
  return [...sets.values()].map((set) => [set[0]?.[1] ?? [], set.map(([guest]) => guest)]);
}

/** Users per entry of the event log. */
const BATCH = 500;

/** Sends the users as viewers with this role see them, with their statuses. Skips bots, which everyone can access. */
export async function revealUsers(
  ctx: Writing,
  users: readonly UserRow[],
  { to, role }: { to: readonly UserId[]; role: number },
): Promise<void> {
  const { db, realm } = ctx;
  const persons = users.filter((user) => user.bot_type === null);
  const profiles = await profilesOf(
    db,
    realm.id,
    persons.map((user) => user.id),
  );
  const how = { realm, viewer: { id: 0, role }, client_gravatar: false, profiles };
  const people = persons.map((user) => presentUser(user, how));
  for (let start = 0; start < people.length; start += BATCH)
    append(ctx, userAddEvent({ op: "add", people: people.slice(start, start + BATCH) }), toUsers(...to));
  await revealStatuses(ctx, persons, to);
}

export function hideUsers(ctx: Writing, user_ids: readonly UserId[], from: readonly UserId[]): void {
  for (let start = 0; start < user_ids.length; start += BATCH)
    append(ctx, userRemoveEvent({ op: "remove", user_ids: user_ids.slice(start, start + BATCH) }), toUsers(...from));
}

async function withoutBots(db: Db, lost: Map<UserId, UserId[]>): Promise<Map<UserId, UserId[]>> {
  if (lost.size === 0) return lost;
  const rows = await usersWithIds(db, [...new Set([...lost.values()].flat())]);
  const people = new Set(rows.filter((row) => row.bot_type === null).map((row) => row.id));
  const kept = [...lost].map(([guest, users]): [UserId, UserId[]] => [guest, users.filter((id) => people.has(id))]);
  return new Map(kept.filter(([, users]) => users.length > 0));
}

/**
 * For an organization that starts or stops restricting guests: nearly all users appear or disappear for every guest.
 * Instead of sending each change, this ends the guests' queues, so that their clients register again (decision 025).
 */
export async function guestsBeginAnew({ db, realm }: Writing): Promise<Effects> {
  const guests = await guestsOf(db, realm.id);
  await deleteQueuesOf(db, guests);
  return { silences: guests };
}

export const guestsBeginningAnew = on(permissionChanged, async (ctx, change) => {
  if (change.name === "can_access_all_users_group") change.effects = await guestsBeginAnew(ctx);
});

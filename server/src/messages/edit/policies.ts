/** What people want of a topic goes where the topic goes. */

import { hasContentAccess } from "../../channels/permissions.ts";
import { sightOf, viewersOf } from "../../channels/sight.ts";
import type { Channel } from "../../channels/store.ts";
import { setTopicPolicy } from "../../channels/user-topics/actions.ts";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { type TopicRef, usersWithPolicy } from "../../channels/user-topics/store.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { Move } from "./plan.ts";

/** From the most to the least visible; of two, the more visible one stays. */
const BY_VISIBILITY = [
  VisibilityPolicy.followed,
  VisibilityPolicy.unmuted,
  VisibilityPolicy.none,
  VisibilityPolicy.muted,
] as const;

interface Circumstances {
  readonly targetHasMessages: boolean;
  /** Who wanted something of the old topic and cannot follow all of it. */
  readonly lost: readonly UserId[];
}

/**
 * A topic that had no messages takes over what was wanted of the old one; who cannot follow wants nothing any more. Who
 * has not been able to read it for long hears nothing of it, and keeps what they wanted.
 */
export async function carryPolicies(
  ctx: WriteContext,
  oldName: string,
  { from, to, topic }: Move,
  { targetHasMessages, lost: losing }: Circumstances,
): Promise<void> {
  const source = { channel_id: from.id, topic_name: oldName };
  const target = { channel_id: to.id, topic_name: topic };
  const wishes = await usersWithPolicy(ctx.db, source);
  const there = targetHasMessages ? await usersWithPolicy(ctx.db, target) : [];
  if (wishes.length + there.length === 0) return;
  const closedTo = await blindTo(
    ctx,
    [from, to],
    [...wishes, ...there].map((row) => row.user_id),
  );
  const before = wishes.filter(({ user_id }) => !closedTo(from, user_id));
  const lost = new Set(losing);
  const wished = new Map<UserId, number>();
  for (const { user_id, visibility_policy } of before)
    if (!lost.has(user_id) && !closedTo(to, user_id)) wished.set(user_id, visibility_policy);
  const now = new Map(there.map((row) => [row.user_id, row.visibility_policy]));
  if (targetHasMessages)
    for (const id of new Set([...wished.keys(), ...now.keys()].filter((each) => !closedTo(to, each))))
      wished.set(id, moreVisible(wished.get(id) ?? VisibilityPolicy.none, now.get(id) ?? VisibilityPolicy.none));
  const hearsMore = (id: UserId) =>
    (wished.get(id) ?? VisibilityPolicy.none) !== (now.get(id) ?? VisibilityPolicy.none);
  const ids = before.map((row) => row.user_id);
  await setTopicPolicy(ctx, source, ids.filter(hearsMore), VisibilityPolicy.none, { hearsMore: true });
  const rest = ids.filter((id) => !hearsMore(id));
  await setTopicPolicy(ctx, source, rest, VisibilityPolicy.none);
  for (const [policy, users] of Map.groupBy(wished, ([, each]) => each))
    await setTopicPolicy(
      ctx,
      target,
      users.map(([id]) => id),
      policy,
    );
}

/** Who wants something of a topic, among these users. */
export async function wishersAmong(db: Db, topic: TopicRef, users: ReadonlySet<UserId>): Promise<UserId[]> {
  return (await usersWithPolicy(db, topic)).map((row) => row.user_id).filter((id) => users.has(id));
}

/** Whom a channel is closed to, among these users. The wishes of deactivated people follow the topic like others. */
async function blindTo({ db, realm }: WriteContext, channels: readonly Channel[], userIds: readonly UserId[]) {
  const users = await viewersOf(db, realm.id, userIds);
  const sight = await sightOf(db, channels, users, hasContentAccess);
  const asked = new Set(users.map((user) => user.id));
  return ({ id }: Channel, userId: UserId) => asked.has(userId) && !sight.get(id)?.has(userId);
}

const moreVisible = (a: number, b: number): number => BY_VISIBILITY.find((policy) => policy === a || policy === b) ?? a;

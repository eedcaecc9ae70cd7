/** Visibility policies follow a moved topic. */

import { hasContentAccess } from "../../channels/permissions.ts";
import { sightOf } from "../../channels/sight.ts";
import type { Channel } from "../../channels/store.ts";
import { setTopicPolicy } from "../../channels/user-topics/actions.ts";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { type TopicRef, usersWithPolicy } from "../../channels/user-topics/store.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { viewersOf } from "../../people/users/viewers.ts";
import type { Move } from "./plan.ts";

/** From most to least visible; the more visible one wins. */
const BY_VISIBILITY = [
  VisibilityPolicy.followed,
  VisibilityPolicy.unmuted,
  VisibilityPolicy.none,
  VisibilityPolicy.muted,
] as const;

interface Circumstances {
  readonly targetHasMessages: boolean;
  /** Users with a policy for the old topic who cannot follow all of it. */
  readonly lost: readonly UserId[];
}

/**
 * A topic without messages takes over the policies of the old one; users who cannot follow lose theirs. Users who have
 * had no access for long get no event, and keep their policy.
 */
export async function carryPolicies(
  ctx: WriteContext,
  oldName: string,
  { from, to, topic }: Move,
  { targetHasMessages, lost: losing }: Circumstances,
): Promise<void> {
  const source = { channel_id: from.id, topic_name: oldName };
  const target = { channel_id: to.id, topic_name: topic };
  const preferences = await usersWithPolicy(ctx.db, source);
  const there = targetHasMessages ? await usersWithPolicy(ctx.db, target) : [];
  if (preferences.length + there.length === 0) return;
  const closedTo = await blindTo(
    ctx,
    [from, to],
    [...preferences, ...there].map((row) => row.user_id),
  );
  const before = preferences.filter(({ user_id }) => !closedTo(from, user_id));
  const lost = new Set(losing);
  const policies = new Map<UserId, number>();
  for (const { user_id, visibility_policy } of before)
    if (!lost.has(user_id) && !closedTo(to, user_id)) policies.set(user_id, visibility_policy);
  const now = new Map(there.map((row) => [row.user_id, row.visibility_policy]));
  if (targetHasMessages)
    for (const id of new Set([...policies.keys(), ...now.keys()].filter((each) => !closedTo(to, each))))
      policies.set(id, moreVisible(policies.get(id) ?? VisibilityPolicy.none, now.get(id) ?? VisibilityPolicy.none));
  const hearsMore = (id: UserId) =>
    (policies.get(id) ?? VisibilityPolicy.none) !== (now.get(id) ?? VisibilityPolicy.none);
  const ids = before.map((row) => row.user_id);
  await setTopicPolicy(ctx, source, ids.filter(hearsMore), VisibilityPolicy.none, { hearsMore: true });
  const rest = ids.filter((id) => !hearsMore(id));
  await setTopicPolicy(ctx, source, rest, VisibilityPolicy.none);
  for (const [policy, users] of Map.groupBy(policies, ([, each]) => each))
    await setTopicPolicy(
      ctx,
      target,
      users.map(([id]) => id),
      policy,
    );
}

/** Which of these users have a policy for the topic. */
export async function usersWithPolicyAmong(db: Db, topic: TopicRef, users: ReadonlySet<UserId>): Promise<UserId[]> {
  return (await usersWithPolicy(db, topic)).map((row) => row.user_id).filter((id) => users.has(id));
}

/** Which of these users cannot access the channels. Policies of deactivated users follow the topic like others. */
async function blindTo({ db, realm }: WriteContext, channels: readonly Channel[], userIds: readonly UserId[]) {
  const users = await viewersOf(db, realm.id, userIds);
  const sight = await sightOf(db, channels, users, hasContentAccess);
  const asked = new Set(users.map((user) => user.id));
  return ({ id }: Channel, userId: UserId) => asked.has(userId) && !sight.get(id)?.has(userId);
}

const moreVisible = (a: number, b: number): number => BY_VISIBILITY.find((policy) => policy === a || policy === b) ?? a;

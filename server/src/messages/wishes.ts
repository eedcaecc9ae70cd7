/**
 * What people want of messages that others write: to be told of words, and not to hear somebody. Every message is held
 * against all of it, so it is kept in memory, and read again by the next message after anything of it has changed.
 */
import { AlertMatcher } from "../alert-words/matcher.ts";
import { allAlertWords } from "../alert-words/store.ts";
import type { RealmId, UserId } from "../api/ids.ts";
import type { App, Context } from "../context.ts";
import { outsideFencedCode } from "../markdown/outside-code.ts";
import { allMutes } from "../muted-users/store.ts";

interface Wishes {
  readonly version: number;
  readonly alerts: AlertMatcher;
  readonly mutes: ReadonlyMap<UserId, readonly UserId[]>;
}

const remembered = new WeakMap<App, Map<RealmId, Wishes>>();

async function wishesOf({ app, db, realm }: Context): Promise<Wishes> {
  const known = remembered.get(app) ?? new Map<RealmId, Wishes>();
  remembered.set(app, known);
  const current = known.get(realm.id);
  // A request that began earlier may know of less than has been read since.
  if (current && current.version >= realm.wishesVersion) return current;
  const mutes = new Map<UserId, UserId[]>();
  for (const { user_id, muted_user_id } of await allMutes(db, realm.id))
    mutes.set(muted_user_id, [...(mutes.get(muted_user_id) ?? []), user_id]);
  const alerts = new AlertMatcher(await allAlertWords(db, realm.id));
  const wishes = { version: realm.wishesVersion, alerts, mutes };
  known.set(realm.id, wishes);
  return wishes;
}

/** Everybody in the organization who has an alert word in the text. */
export async function usersAlertedBy(ctx: Context, content: string): Promise<UserId[]> {
  const { alerts } = await wishesOf(ctx);
  return alerts.isEmpty ? [] : [...alerts.usersAlertedBy(outsideFencedCode(content))];
}

/** Everybody who has muted the user. */
export async function mutersOf(ctx: Context, userId: UserId): Promise<readonly UserId[]> {
  return (await wishesOf(ctx)).mutes.get(userId) ?? [];
}

/**
 * What people want of messages that others write: to be told of words, not to hear somebody, to be told on their devices.
 * Every message is held against all of it, so it is kept in memory, and read again by the next message after anything of it
 * has changed.
 */

import { everybodyReached } from "../delivery/push/reach.ts";
import type { RealmId, UserId } from "../kernel/api/ids.ts";
import type { App, OpenContext } from "../kernel/context.ts";
import { AlertMatcher } from "../people/alert-words/matcher.ts";
import { allAlertWords } from "../people/alert-words/store.ts";
import { allMutes } from "../people/muted-users/store.ts";
import { outsideFencedCode } from "../text/markdown/outside-code.ts";

interface Wishes {
  readonly version: number;
  readonly alerts: AlertMatcher;
  readonly mutes: ReadonlyMap<UserId, readonly UserId[]>;
  readonly reached: ReadonlySet<UserId>;
}

type Place = Pick<OpenContext, "app" | "realm">;

const remembered = new WeakMap<App, Map<RealmId, Wishes>>();

async function wishesOf({ app, realm }: Place): Promise<Wishes> {
  const known = remembered.get(app) ?? new Map<RealmId, Wishes>();
  remembered.set(app, known);
  const current = known.get(realm.id);
  // A request that began earlier may know of less than has been read since.
  if (current && current.version >= realm.wishesVersion) return current;
  // What is sent is sent in a transaction, where changes can be seen that may come to nothing: this outlives it.
  const db = app.database.reader;
  const row = await db.selectFrom("realm").select("wishes_version").where("id", "=", realm.id).executeTakeFirst();
  // An organization that is just being made has nobody with wishes, and is looked at again when it is there.
  const version = row?.wishes_version ?? -1;
  const mutes = new Map<UserId, UserId[]>();
  for (const { user_id, muted_user_id } of await allMutes(db, realm.id)) {
    const muters = mutes.get(muted_user_id);
    if (muters) muters.push(user_id);
    else mutes.set(muted_user_id, [user_id]);
  }
  const alerts = new AlertMatcher(await allAlertWords(db, realm.id));
  const reached = await everybodyReached(db, realm.id, app.config.pushGateway !== undefined);
  const wishes = { version, alerts, mutes, reached };
  known.set(realm.id, wishes);
  return wishes;
}

/** Everybody in the organization who has an alert word in the text. */
export async function usersAlertedBy(ctx: Place, content: string): Promise<UserId[]> {
  const { alerts } = await wishesOf(ctx);
  return alerts.isEmpty ? [] : [...alerts.usersAlertedBy(outsideFencedCode(content))];
}

/** Everybody who has muted the user. */
export async function mutersOf(ctx: Place, userId: UserId): Promise<readonly UserId[]> {
  return (await wishesOf(ctx)).mutes.get(userId) ?? [];
}

/** Everybody who can be told of messages on a device. */
export async function usersReached(ctx: Place): Promise<ReadonlySet<UserId>> {
  return (await wishesOf(ctx)).reached;
}

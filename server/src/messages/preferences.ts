/**
 * Users' preferences about other people's messages: alert words, muted users, and devices to notify. Every message is
 * compared with all of them, so they are cached in memory, and read again by the next message after a change.
 */

import { allPushUsers } from "../delivery/push/push-users.ts";
import type { RealmId, UserId } from "../kernel/api/ids.ts";
import type { App, OpenContext } from "../kernel/context.ts";
import { AlertMatcher } from "../people/alert-words/matcher.ts";
import { allAlertWords } from "../people/alert-words/store.ts";
import { allMutes } from "../people/muted-users/store.ts";
import { outsideFencedCode } from "../text/markdown/outside-code.ts";

interface MessagePreferences {
  readonly version: number;
  readonly alerts: AlertMatcher;
  readonly mutes: ReadonlyMap<UserId, readonly UserId[]>;
  readonly reached: ReadonlySet<UserId>;
}

type Place = Pick<OpenContext, "app" | "realm">;

const remembered = new WeakMap<App, Map<RealmId, MessagePreferences>>();

async function preferencesOf({ app, realm }: Place): Promise<MessagePreferences> {
  const known = remembered.get(app) ?? new Map<RealmId, MessagePreferences>();
  remembered.set(app, known);
  const current = known.get(realm.id);
  // An earlier request may know less than has been read since.
  if (current && current.version >= realm.preferencesVersion) return current;
  // Sending runs in a transaction, which sees changes that may be rolled back: this cache outlives it.
  const db = app.database.reader;
  const row = await db.selectFrom("realm").select("wishes_version").where("id", "=", realm.id).executeTakeFirst();
  // An organization that is just being made has nobody with preferences, and is looked at again when it is there.
  const version = row?.wishes_version ?? -1;
  const mutes = new Map<UserId, UserId[]>();
  for (const { user_id, muted_user_id } of await allMutes(db, realm.id)) {
    const muters = mutes.get(muted_user_id);
    if (muters) muters.push(user_id);
    else mutes.set(muted_user_id, [user_id]);
  }
  const alerts = new AlertMatcher(await allAlertWords(db, realm.id));
  const reached = await allPushUsers(db, realm.id, app.config.pushGateway !== undefined);
  const preferences = { version, alerts, mutes, reached };
  known.set(realm.id, preferences);
  return preferences;
}

/** Everyone in the organization with an alert word in the text. */
export async function usersAlertedBy(ctx: Place, content: string): Promise<UserId[]> {
  const { alerts } = await preferencesOf(ctx);
  return alerts.isEmpty ? [] : [...alerts.usersAlertedBy(outsideFencedCode(content))];
}

/** Everyone who has muted the user. */
export async function mutersOf(ctx: Place, userId: UserId): Promise<readonly UserId[]> {
  return (await preferencesOf(ctx)).mutes.get(userId) ?? [];
}

/** Everyone who can be notified on a device. */
export async function pushUsers(ctx: Place): Promise<ReadonlySet<UserId>> {
  return (await preferencesOf(ctx)).reached;
}

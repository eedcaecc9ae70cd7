/**
 * Users' preferences about other people's messages: alert words and muted users. Every message is compared with all of
 * them, so they are cached in memory, and read again by the next message after a change.
 */
import type { UserId } from "../kernel/api/ids.ts";
import type { OpenContext } from "../kernel/context.ts";
import { keptOfRealm } from "../kernel/kept.ts";
import { AlertMatcher } from "../people/alert-words/matcher.ts";
import { allAlertWords } from "../people/alert-words/store.ts";
import { allMutes } from "../people/muted-users/store.ts";
import { outsideFencedCode } from "../text/markdown/outside-code.ts";

type Place = Pick<OpenContext, "app" | "realm">;

const preferencesOf = keptOfRealm(async (db, realmId) => {
  const mutes = new Map<UserId, UserId[]>();
  for (const { user_id, muted_user_id } of await allMutes(db, realmId)) {
    const muters = mutes.get(muted_user_id);
    if (muters) muters.push(user_id);
    else mutes.set(muted_user_id, [user_id]);
  }
  return { mutes, alerts: new AlertMatcher(await allAlertWords(db, realmId)) };
});

/** Everyone in the organization with an alert word in the text. */
export async function usersAlertedBy(ctx: Place, content: string): Promise<UserId[]> {
  const { alerts } = await preferencesOf(ctx);
  return alerts.isEmpty ? [] : [...alerts.usersAlertedBy(outsideFencedCode(content))];
}

/** Everyone who has muted the user. */
export async function mutersOf(ctx: Place, userId: UserId): Promise<readonly UserId[]> {
  return (await preferencesOf(ctx)).mutes.get(userId) ?? [];
}

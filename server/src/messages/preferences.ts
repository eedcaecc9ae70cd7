/**
 * Users' preferences about other people's messages: alert words and muted users. Every message is compared with all of
 * them, so they are kept in memory (decision 027).
 */
import type { UserId } from "../kernel/api/ids.ts";
import type { OpenContext } from "../kernel/context.ts";
import { keptOfUsers } from "../kernel/kept.ts";
import { AlertMatcher } from "../people/alert-words/matcher.ts";
import { alertWordsOfAll } from "../people/alert-words/store.ts";
import { mutedByAll } from "../people/muted-users/store.ts";
import { outsideFencedCode } from "../text/markdown/outside-code.ts";
import { Mutes } from "./mutes.ts";

type Place = Pick<OpenContext, "app" | "realm">;

const preferencesOf = keptOfUsers({
  empty: () => ({ mutes: new Mutes(), alerts: new AlertMatcher() }),
  async refresh({ mutes, alerts }, users, db) {
    const [allWords, allMuted] = await Promise.all([alertWordsOfAll(db, users), mutedByAll(db, users)]);
    const words = Map.groupBy(allWords, (row) => row.user_id);
    const muted = Map.groupBy(allMuted, (row) => row.user_id);
    for (const user of users) {
      alerts.replace(
        user,
        (words.get(user) ?? []).map((row) => row.word_key),
      );
      mutes.replace(
        user,
        (muted.get(user) ?? []).map((row) => row.muted_user_id),
      );
    }
  },
});

/** Everyone in the organization with an alert word in the text. */
export async function usersAlertedBy(ctx: Place, content: string): Promise<UserId[]> {
  const { alerts } = await preferencesOf(ctx);
  return alerts.isEmpty ? [] : [...alerts.usersAlertedBy(outsideFencedCode(content))];
}

/** Everyone who has muted the user. */
export async function mutersOf(ctx: Place, userId: UserId): Promise<Iterable<UserId>> {
  return (await preferencesOf(ctx)).mutes.mutersOf(userId);
}

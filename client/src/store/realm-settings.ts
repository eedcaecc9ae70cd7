/** The organization's settings, under the names that the server's rules use. */
import type { RealmPermission } from "@parley/server/kernel/access/permission-settings.ts";
import type { RealmSettings } from "@parley/server/organization/settings/realm-settings.ts";
import type { GroupValue } from "./holder.ts";
import type { RealmState } from "./realm.ts";
import type { State } from "./store.ts";

type RuleSettings = Readonly<RealmSettings> & Readonly<Record<RealmPermission, GroupValue>>;

const PREFIX = "realm_";
const known = new WeakMap<RealmState, RuleSettings>();

export function realmSettings({ realm }: Pick<State, "realm">): RuleSettings {
  const found = known.get(realm) ?? withoutPrefix(realm);
  known.set(realm, found);
  return found;
}

function withoutPrefix(realm: RealmState): RuleSettings {
  const settings = Object.entries(realm).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(settings.map(([name, value]) => [name.slice(PREFIX.length), value])) as RuleSettings;
}

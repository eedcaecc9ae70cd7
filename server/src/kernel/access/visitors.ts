/**
 * Reading without an account. Visitors are users without a database row: they are in no group, have no subscriptions,
 * and no messages or flags. So every rule grants them only what is open to everyone.
 */

import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import type { UserId } from "../api/ids.ts";
import type { App, Realm, User } from "../context.ts";
import { compiled } from "../db/compiled.ts";
import type { Db } from "../db/handles.ts";
import { VISITOR } from "./roles.ts";

/** No account has this id. */
const NOBODY = 0 as UserId;

export function visitorTo(realm: Realm): User {
  return {
    id: NOBODY,
    realm_id: realm.id,
    delivery_email: "",
    full_name: "Anonymous User",
    role: VISITOR,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    date_joined: realm.date_created,
    avatar_source: "G",
    avatar_version: 1,
    avatar_path: null,
    can_create_users: false,
    can_change_user_emails: false,
    settings: withDefaults(userSettings, {
      default_language: realm.settings.default_language,
      web_home_view: "recent_topics",
    }) as UserSettings,
    groups: new Set(),
  };
}

/** Whether the server and the organization allow web-public channels. */
export const allowsWebPublicChannels = ({ config }: App, { settings }: Realm): boolean =>
  config.webPublicStreamsEnabled && settings.enable_spectator_access;

/** Whether there is anything for visitors: allowed, and at least one web-public channel. */
export async function admitsVisitors(app: App, db: Db, realm: Realm): Promise<boolean> {
  if (!realm.is_active || !allowsWebPublicChannels(app, realm)) return false;
  return (await anyWebPublicChannel(db, { realmId: realm.id })).length > 0;
}

const anyWebPublicChannel = compiled((db, { realmId }: { realmId: number }) =>
  db
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_web_public", "=", true)
    .where("is_archived", "=", false)
    .limit(1),
);

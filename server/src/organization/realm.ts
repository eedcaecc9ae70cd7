/** Organizations and users as all features see them: extends the kernel's types (`kernel/realm.ts`). */
import type { Selectable } from "kysely";
import type { RealmFacts, UserRow } from "../kernel/access/identities.ts";
import { VISITOR } from "../kernel/access/roles.ts";
import type { GroupId, RealmId, UserId } from "../kernel/api/ids.ts";
import type { Db } from "../kernel/db/handles.ts";
import type { Schema } from "../kernel/db/schema.ts";
import type { Realm, User } from "../kernel/realm.ts";
import { CustomEmojiSet } from "../text/emoji/custom.ts";
import type { Linkifier } from "../text/markdown/names.ts";
import { allEmoji } from "./custom-emoji/store.ts";
import { linkifiersOf } from "./linkifiers/store.ts";
import { pictureUrl } from "./pictures/store.ts";
import { type RealmSettings as DeclaredSettings, realmSettings } from "./settings/realm-settings.ts";
import { withDefaults } from "./settings/setting.ts";
import { NEWCOMER_SETTINGS, USER_DEFAULTS, type UserSettings, userSettings } from "./settings/user-settings.ts";

declare module "../kernel/realm.ts" {
  interface RealmSettings extends Readonly<DeclaredSettings> {}

  interface Realm extends Markup {
    /** The organization's default settings for new users. */
    readonly userDefaults: Readonly<UserSettings>;
    /** Those that differ from Parley's own defaults. */
    readonly chosenUserDefaults: Readonly<Partial<UserSettings>>;
    readonly pictures: RealmPictures;
  }

  interface User {
    readonly delivery_email: string;
    readonly date_joined: number;
    readonly avatar_source: "G" | "U";
    readonly avatar_version: number;
    readonly system_bot: Selectable<Schema["user"]>["system_bot"];
    readonly avatar_path: string | null;
    readonly can_create_users: boolean;
    readonly can_change_user_emails: boolean;
    readonly has_second_factor: boolean;
    readonly settings: Readonly<UserSettings>;
  }
}

/** An organization's own markup in texts. */
export interface Markup {
  /** In the order they are applied. */
  readonly linkifiers: readonly Linkifier[];
  readonly customEmoji: CustomEmojiSet;
}

/** The paths of uploaded pictures. */
export interface RealmPictures {
  readonly icon?: string;
  readonly logo?: string;
  readonly night_logo?: string;
}

/** The key of the pictures in the organization's stored settings. */
const PICTURES = "pictures";

/** Reads the markup again only if it has changed. */
export async function describeRealm(
  db: Db,
  row: Selectable<Schema["realm"]>,
  facts: RealmFacts,
  known: Realm | undefined,
): Promise<Realm> {
  const { linkifiers, customEmoji } = known?.markupVersion === row.markup_version ? known : await markupOf(db, row.id);
  const { [USER_DEFAULTS]: ownDefaults = {}, [PICTURES]: uploaded = {}, ...stored } = row.settings;
  const chosen = { ...NEWCOMER_SETTINGS, ...(ownDefaults as Partial<UserSettings>) };
  const pictures = uploaded as RealmPictures;
  const { permissions, ...own } = facts;
  return {
    ...own,
    settings: { ...permissions, ...withDefaults(realmSettings, stored) } as Realm["settings"],
    userDefaults: withDefaults(userSettings, chosen) as UserSettings,
    chosenUserDefaults: chosen,
    pictures,
    iconUrl: pictures.icon === undefined ? undefined : pictureUrl(pictures.icon),
    linkifiers,
    customEmoji,
  };
}

async function markupOf(db: Db, realmId: RealmId): Promise<Markup> {
  return {
    linkifiers: await linkifiersOf(db, realmId),
    customEmoji: new CustomEmojiSet(await allEmoji(db, realmId)),
  };
}

/** The account with everything that permission rules need. */
export function toUser(row: UserRow, groups: ReadonlySet<GroupId>): User {
  let settings: UserSettings | undefined;
  return {
    id: row.id,
    realm_id: row.realm_id,
    delivery_email: row.delivery_email,
    full_name: row.full_name,
    role: row.role,
    is_bot: row.bot_type !== null,
    bot_type: row.bot_type,
    bot_owner_id: row.bot_owner_id,
    date_joined: row.date_joined,
    avatar_source: row.avatar_source,
    avatar_version: row.avatar_version,
    system_bot: row.system_bot,
    avatar_path: row.avatar_path,
    can_create_users: row.can_create_users,
    can_change_user_emails: row.can_change_user_emails,
    has_second_factor: row.has_second_factor,
    groups,
    get language() {
      return this.settings.default_language;
    },
    get settings() {
      // Computed on demand: most requests never need it.
      settings ??= withDefaults(userSettings, row.settings) as UserSettings;
      return settings;
    },
  };
}

/** No account has this id. */
const NOBODY = 0 as UserId;

/**
 * A visitor, who reads without an account: a user without a database row, groups, subscriptions, messages or flags. All
 * rules then grant them only what is open to everyone, and nothing in cases that nobody thought of.
 */
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
    system_bot: null,
    avatar_path: null,
    can_create_users: false,
    can_change_user_emails: false,
    has_second_factor: false,
    settings: withDefaults(userSettings, {
      default_language: realm.settings.default_language,
      web_home_view: "recent_topics",
    }) as UserSettings,
    groups: new Set(),
    language: realm.settings.default_language,
  };
}

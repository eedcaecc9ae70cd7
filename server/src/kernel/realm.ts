/**
 * Organizations and users by what the kernel itself asks of them. What features add to them stands with these features, which
 * extend the interfaces (`organization/realm.ts`): whoever works with a context sees all of it, the kernel compiles without.
 */
import type { RealmPermission } from "./access/permission-settings.ts";
import type { RequiredRoles } from "./access/second-factor.ts";
import type { SystemGroups } from "./access/store.ts";
import type { GroupId, RealmId, UserId } from "./api/ids.ts";

export interface RealmSettings extends Readonly<Record<RealmPermission, GroupId>> {
  readonly name: string;
  readonly default_language: string;
  /** Whether people without an account may read what is open to everybody. */
  readonly enable_spectator_access: boolean;
  /** Whether clients may load pictures of people from there. */
  readonly enable_gravatar: boolean;
  /** The roles that need a second factor. */
  readonly two_factor_required_for: RequiredRoles;
  /** The ways to sign in that are turned on or off, by their names in the API. */
  readonly authentication_methods: Readonly<Record<string, boolean>>;
}

export interface Realm {
  readonly id: RealmId;
  readonly string_id: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
  readonly date_created: number;
  readonly version: number;
  readonly url: string;
  /** The host name of its address, without port: the domain of dummy addresses. */
  readonly host: string;
  readonly settings: RealmSettings;
  readonly systemGroups: SystemGroups;
  /** Where the picture is that was uploaded to stand for it. */
  readonly iconUrl: string | undefined;
  readonly markupVersion: number;
  /** Another one when anybody's alert words or muted users have changed. */
  readonly preferencesVersion: number;
}

export interface User {
  readonly id: UserId;
  readonly realm_id: RealmId;
  readonly full_name: string;
  readonly role: number;
  readonly is_bot: boolean;
  readonly bot_type: number | null;
  readonly bot_owner_id: UserId | null;
  /** Every group that contains the user. */
  readonly groups: ReadonlySet<GroupId>;
  /** In which errors are said. */
  readonly language: string;
}

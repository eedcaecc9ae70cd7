/** Users in the API's format, as another user sees them. */
import { hash } from "node:crypto";
import type { Selectable } from "kysely";
import { isAdministrator, isGuest, isOwner, isVisitor, Role } from "../../kernel/access/roles.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import type { Realm } from "../../kernel/context.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { GRAVATAR } from "../../kernel/http/gravatar.ts";
import { pictureUrl } from "../../organization/pictures/store.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import { builtInAvatar } from "../avatars/built-in.ts";
import { drawnUrl } from "../avatars/drawn/address.ts";
import type { Profiles } from "../profile-fields/profiles.ts";
import { dummyEmail } from "./access/unknown.ts";
import type { userFields } from "./contract.ts";

export type UserRow = Pick<
  Selectable<Schema["user"]>,
  | "id"
  | "delivery_email"
  | "full_name"
  | "role"
  | "is_active"
  | "bot_type"
  | "bot_owner_id"
  | "date_joined"
  | "avatar_source"
  | "avatar_version"
  | "avatar_path"
  | "settings"
  | "system_bot"
>;

interface Viewer {
  readonly id: number;
  readonly role: number;
}

const EVERYONE = 1;

/** The largest role code that can see the real address, by the user's email_address_visibility. */
const VISIBLE_UPTO: Record<number, number> = {
  [EVERYONE]: Role.guest,
  2: Role.member,
  3: Role.administrator,
  4: 0,
  5: Role.moderator,
};

type EmailUser = Pick<UserRow, "id" | "delivery_email" | "bot_type" | "settings">;

function visibility(user: EmailUser): number {
  if (user.bot_type !== null) return EVERYONE;
  return (user.settings.email_address_visibility as number) ?? userSettings.email_address_visibility.default;
}

/** Roles up to this code can see the user's real address. */
export const addressVisibleUpto = (user: EmailUser): number => VISIBLE_UPTO[visibility(user)] as number;

export function canSeeAddress(viewer: Viewer, user: EmailUser): boolean {
  return viewer.id === user.id || viewer.role <= addressVisibleUpto(user);
}

/** The API's email field: the real address if everyone can see it, otherwise a dummy. Visitors always get the dummy. */
export function apiEmail(realm: Realm, user: EmailUser, viewer?: Pick<Viewer, "role">): string {
  const isShown = visibility(user) === EVERYONE && !(viewer && isVisitor(viewer));
  return isShown ? user.delivery_email : dummyEmail(realm, user.id);
}

type Pictured = EmailUser &
  Pick<UserRow, "full_name" | "avatar_version" | "avatar_source" | "avatar_path" | "system_bot">;

/** What decides about pictures that nobody uploaded. */
type Deciding = { readonly settings: Pick<Realm["settings"], "enable_gravatar"> };

/** The uploaded avatar, otherwise one that we draw, or the provider's; built-in bots have built-in ones. */
export function avatarUrl(realm: Deciding, user: Pictured, { medium = false } = {}): string {
  if (user.avatar_path !== null) return pictureUrl(user.avatar_path, { medium });
  if (user.system_bot !== null) return builtInAvatar(user.system_bot);
  if (!realm.settings.enable_gravatar) return drawnUrl(user, { medium });
  const digest = hash("md5", user.delivery_email.toLowerCase());
  return `${GRAVATAR}/avatar/${digest}?d=identicon${medium ? "&s=500" : ""}&version=${user.avatar_version}`;
}

/** The avatar fields of events. */
export function presentAvatar(realm: Deciding, user: Pictured) {
  const { avatar_source, avatar_version } = user;
  const avatar_url_medium = avatarUrl(realm, user, { medium: true });
  return { avatar_url: avatarUrl(realm, user), avatar_url_medium, avatar_source, avatar_version };
}

/** Null only if the client can compute the URL itself, from an email address that everyone can see. */
function avatarUrlFor(
  realm: Deciding,
  user: Pictured,
  { client_gravatar }: { client_gravatar: boolean },
): string | null {
  return client_gravatar && isAvatarComputable(realm, user) ? null : avatarUrl(realm, user);
}

export const isAvatarComputable = ({ settings }: Deciding, user: Pictured): boolean =>
  settings.enable_gravatar && user.avatar_source === "G" && visibility(user) === EVERYONE && user.system_bot === null;

const DAY = 86_400;
const days = new Map<number, string>();

/** Cached: there are a few thousand different days at most, and formatting one costs more than the rest of a user. */
function dayOf(seconds: number): string {
  const day = Math.floor(seconds / DAY);
  const known = days.get(day) ?? new Date(day * DAY * 1000).toISOString().slice(0, 10);
  days.set(day, known);
  return known;
}

const twoDigits = (n: number) => (n < 10 ? `0${n}` : `${n}`);

/** ISO 8601 to the minute, with offset. */
function dateJoined(seconds: number): string {
  const minute = Math.floor((seconds % DAY) / 60);
  return `${dayOf(seconds)}T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}+00:00`;
}

export interface Presentation {
  readonly realm: Realm;
  readonly viewer: Viewer;
  readonly client_gravatar: boolean;
  /** `undefined` if not requested. */
  readonly profiles: Profiles | undefined;
  /** Whether to leave out the user's picture, for clients that can request it when needed. */
  readonly isPictureless?: ((user: UserRow) => boolean) | undefined;
}

type PresentedUser = Omit<ShapeOf<typeof userFields>, "is_active" | "avatar_url"> & {
  avatar_url?: string | null | undefined;
};

/** One object that is extended: there may be tens of thousands of users, and copying doubles the cost. */
export function presentListedUser(user: UserRow, how: Presentation): PresentedUser {
  const { realm, viewer, client_gravatar, profiles } = how;
  const isBot = user.bot_type !== null;
  const isVisiting = isVisitor(viewer);
  const presented: PresentedUser = {
    user_id: user.id,
    delivery_email: canSeeAddress(viewer, user) ? user.delivery_email : null,
    email: apiEmail(realm, user, viewer),
    full_name: user.full_name,
    date_joined: isVisiting ? dayOf(user.date_joined) : dateJoined(user.date_joined),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: isBot,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: isVisiting ? "" : ((user.settings.timezone as string) ?? ""),
    avatar_url: how.isPictureless?.(user) ? undefined : avatarUrlFor(realm, user, { client_gravatar }),
    avatar_version: user.avatar_version,
  };
  if (isVisiting) return presented;
  if (profiles && !isBot) presented.profile_data = profiles.get(user.id) ?? {};
  return presented;
}

export function presentUser(user: UserRow, how: Presentation): ShapeOf<typeof userFields> {
  const presented = presentListedUser(user, how) as ShapeOf<typeof userFields>;
  presented.is_active = user.is_active;
  return presented;
}

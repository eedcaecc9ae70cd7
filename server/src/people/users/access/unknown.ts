/** How users are shown to viewers who cannot access them: only the id is real. */
import { Role } from "../../../kernel/access/roles.ts";
import type { UserId } from "../../../kernel/api/ids.ts";
import type { ShapeOf } from "../../../kernel/api/index.ts";
import type { Realm } from "../../../kernel/context.ts";
import type { userFields } from "../contract.ts";

export const UNKNOWN_NAME = "Unknown user";

/** An address that works for every user and reveals nothing about them. */
export const dummyEmail = ({ host }: Pick<Realm, "host">, id: UserId): string => `user${id}@${host}`;

/** Comes with the server. */
const UNKNOWN_AVATAR_URL = "/static/avatars/unknown-user.png";

export function presentUnknownUser(id: UserId, realm: Realm, { profiles }: { readonly profiles?: object | undefined }) {
  const presented: ShapeOf<typeof userFields> = {
    user_id: id,
    delivery_email: null,
    email: dummyEmail(realm, id),
    full_name: UNKNOWN_NAME,
    date_joined: "1970-01-01T00:00+00:00",
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: Role.member,
    timezone: "",
    avatar_url: UNKNOWN_AVATAR_URL,
    avatar_version: 1,
  };
  if (profiles) presented.profile_data = {};
  return presented;
}

/** Hides the sender of a message from users who cannot access them. */
export function presentUnknownSender(id: UserId, realm: Realm) {
  return {
    sender_id: id,
    sender_email: dummyEmail(realm, id),
    sender_full_name: UNKNOWN_NAME,
    sender_realm_str: realm.string_id,
    avatar_url: UNKNOWN_AVATAR_URL,
    avatar_is_computable: false,
  };
}

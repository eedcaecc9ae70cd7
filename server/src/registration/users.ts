import { mayCreate, mayOpenToEverybody } from "../channels/permissions.ts";
import { mayInvite } from "../joining/invites/permissions.ts";
import { isAdministrator, isGuest, isModerator, isOwner, isVisitor, Role } from "../kernel/access/roles.ts";
import type { UserId } from "../kernel/api/ids.ts";
import { openSnapshotPart, sharedSnapshotPart } from "../kernel/feature.ts";
import { Steps } from "../kernel/steps.ts";
import { profilesOf } from "../people/profile-fields/profiles.ts";
import { canAccessAllUsers } from "../people/users/access/permissions.ts";
import { presentUnknownUser } from "../people/users/access/unknown.ts";
import { type Access, accessOf } from "../people/users/access/viewer.ts";
import { absenceIn, absenceStamp } from "../people/users/activity.ts";
import { usersState } from "../people/users/contract.ts";
import {
  apiEmail,
  avatarUrl,
  type Presentation,
  presentListedUser,
  presentUser,
  type UserRow,
} from "../people/users/present.ts";
import { allAccountsOf } from "../people/users/store.ts";

/** The email address that clients know visitors by. */
const VISITORS_ADDRESS = "username@example.com";
/** No user has this id. */
const NOBODY = 0;

/**
 * Everybody who can access all users gets the same lists, but for what their role and client may see, and for their own
 * address. Nobody is their own viewer in them.
 */
export const peopleSnapshot = sharedSnapshotPart(
  openSnapshotPart("realm_user", usersState, async (ctx, { profile }) => {
    const { realm, user } = ctx;
    const users = await allAccountsOf(ctx.db, realm.id);
    const profiles = isVisitor(user) ? undefined : await profilesOf(ctx.db, realm.id);
    const { user_avatar_url_field_optional, user_list_incomplete } = profile.capabilities;
    const isPictureless = user_avatar_url_field_optional ? await absenceIn(ctx.db, realm.id, ctx.now) : undefined;
    const viewer = { id: NOBODY, role: user.role };
    const how = { realm, viewer, client_gravatar: profile.client_gravatar, profiles, isPictureless };
    return listed(users, how, await accessOf(ctx), { withUnknown: !user_list_incomplete });
  }),
  {
    keyOf: ({ realm, user }, { profile }) =>
      canAccessAllUsers(user, realm)
        ? JSON.stringify([
            isAdministrator(user) ? Role.administrator : user.role,
            profile.client_gravatar,
            profile.capabilities.user_avatar_url_field_optional,
          ])
        : undefined,
    stampOf: ({ app, now }, { profile }) =>
      profile.capabilities.user_avatar_url_field_optional ? absenceStamp(app, now) : "",
    changedBy: {
      events: ["custom_profile_fields", "realm", "realm_bot", "realm_import/taken", "realm_user", "restart"],
    },
    ownItem: {
      field: "realm_users",
      by: "user_id",
      numberOf: ({ user }) => user.id,
      seenBy: ({ user }, person) => ({ ...person, delivery_email: user.delivery_email }),
    },
  },
);

export const ownAccountSnapshot = openSnapshotPart("realm_user", usersState, async ({ realm, user }) => {
  const can_create_public_streams = mayCreate(user, realm.settings, { invite_only: false });
  const can_create_private_streams = mayCreate(user, realm.settings, { invite_only: true });
  const can_create_web_public_streams = mayOpenToEverybody(user, realm.settings);
  return {
    user_id: user.id,
    email: isVisitor(user) ? VISITORS_ADDRESS : apiEmail(realm, user),
    delivery_email: user.delivery_email,
    full_name: user.full_name,
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(realm, user),
    avatar_url_medium: avatarUrl(realm, user, { medium: true }),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_moderator: isModerator(user),
    is_guest: isGuest(user),
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams,
    can_create_streams: can_create_public_streams || can_create_private_streams || can_create_web_public_streams,
    can_invite_others_to_realm: mayInvite(user, realm.settings),
  };
});

/**
 * Builds three lists in one pass. Users the viewer cannot access are left out, or, for clients that need a complete
 * list, replaced by a placeholder.
 */
async function listed(
  users: readonly UserRow[],
  how: Presentation,
  isAccessible: Access,
  { withUnknown }: { withUnknown: boolean },
) {
  const realm_users: ReturnType<typeof presentListedUser>[] = [];
  const realm_non_active_users: ReturnType<typeof presentListedUser>[] = [];
  const bots: UserRow[] = [];
  const steps = new Steps();
  for (const user of users) {
    if (steps.isOver) await steps.pause();
    if (user.system_bot !== null) bots.push(user);
    else if (isAccessible(user))
      (user.is_active ? realm_users : realm_non_active_users).push(presentListedUser(user, how));
    else if (withUnknown) realm_users.push(presentUnknownListedUser(user.id, how));
  }
  const byName = bots.sort((a, b) => (a.full_name < b.full_name ? -1 : 1));
  const cross_realm_bots = byName.map((bot) => ({ ...presentUser(bot, how), is_system_bot: true }));
  return { realm_users, realm_non_active_users, cross_realm_bots };
}

/** Clients treat an unknown user as active. */
function presentUnknownListedUser(id: UserId, { realm, ...how }: Presentation) {
  const { is_active: _, ...presented } = presentUnknownUser(id, realm, how);
  return presented;
}

import { mayCreate, mayOpenToEverybody } from "../channels/permissions.ts";
import { mayInvite } from "../joining/invites/permissions.ts";
import { isAdministrator, isGuest, isModerator, isOwner, isVisitor } from "../kernel/access/roles.ts";
import type { UserId } from "../kernel/api/ids.ts";
import { openSnapshotPart } from "../kernel/feature.ts";
import { Steps } from "../kernel/steps.ts";
import { profilesOf } from "../people/profile-fields/profiles.ts";
import { presentUnknownUser } from "../people/users/access/unknown.ts";
import { type Access, accessOf } from "../people/users/access/viewer.ts";
import { absenceIn } from "../people/users/activity.ts";
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

export const usersSnapshot = openSnapshotPart("realm_user", usersState, async (ctx, { profile }) => {
  const { realm, user: viewer } = ctx;
  const users = await allAccountsOf(ctx.db, realm.id);
  const profiles = isVisitor(viewer) ? undefined : await profilesOf(ctx.db, realm.id);
  const { user_avatar_url_field_optional, user_list_incomplete } = profile.capabilities;
  const isPictureless = user_avatar_url_field_optional ? await absenceIn(ctx.db, realm.id, ctx.now) : undefined;
  const how = { realm, viewer, client_gravatar: profile.client_gravatar, profiles, isPictureless };
  const isAccessible = await accessOf(ctx);
  const lists = await listed(users, how, isAccessible, { withUnknown: !user_list_incomplete });
  const self = users.find((user) => user.id === viewer.id) ?? viewer;
  const can_create_public_streams = mayCreate(viewer, realm.settings, { invite_only: false });
  const can_create_private_streams = mayCreate(viewer, realm.settings, { invite_only: true });
  const can_create_web_public_streams = mayOpenToEverybody(viewer, realm.settings);
  return {
    ...lists,
    user_id: viewer.id,
    email: isVisitor(viewer) ? VISITORS_ADDRESS : apiEmail(realm, self),
    delivery_email: self.delivery_email,
    full_name: self.full_name,
    avatar_source: self.avatar_source,
    avatar_url: avatarUrl(realm, self),
    avatar_url_medium: avatarUrl(realm, self, { medium: true }),
    is_owner: isOwner(viewer),
    is_admin: isAdministrator(viewer),
    is_moderator: isModerator(viewer),
    is_guest: isGuest(viewer),
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams,
    can_create_streams: can_create_public_streams || can_create_private_streams || can_create_web_public_streams,
    can_invite_others_to_realm: mayInvite(viewer, realm.settings),
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

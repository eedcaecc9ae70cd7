import { isAdministrator, isGuest, isModerator, isOwner, isVisitor } from "../access/roles.ts";
import { openSnapshotPart } from "../feature.ts";
import { profilesOf } from "../profile-fields/profiles.ts";
import { may } from "../realms/permissions.ts";
import { usersState } from "./contract.ts";
import { apiEmail, avatarUrl, presentUser, type UserRow } from "./present.ts";
import { usersOf } from "./store.ts";
import { systemBotsOf } from "./system-bots.ts";

/** What clients know somebody without an account by. */
const VISITORS_ADDRESS = "username@example.com";

export const usersSnapshot = openSnapshotPart("realm_user", usersState, async (ctx, { profile }) => {
  const { realm, user: viewer } = ctx;
  const users = await usersOf(ctx.db, realm.id);
  const profiles = isVisitor(viewer) ? undefined : await profilesOf(ctx.db, realm.id);
  const how = { realm, viewer, client_gravatar: profile.client_gravatar, profiles };
  const listed = (user: UserRow) => {
    const { is_active: _, ...rest } = presentUser(user, how);
    return rest;
  };
  const self = users.find((user) => user.id === viewer.id) ?? viewer;
  const can_create_public_streams = may(viewer, realm.settings, "can_create_public_channel_group");
  const can_create_private_streams = may(viewer, realm.settings, "can_create_private_channel_group");
  const can_create_web_public_streams = may(viewer, realm.settings, "can_create_web_public_channel_group");
  return {
    realm_users: users.filter((user) => user.is_active).map(listed),
    realm_non_active_users: users.filter((user) => !user.is_active).map(listed),
    cross_realm_bots: (await systemBotsOf(ctx.db, realm.id)).map((bot) => ({
      ...presentUser(bot, how),
      is_system_bot: true,
    })),
    user_id: viewer.id,
    email: isVisitor(viewer) ? VISITORS_ADDRESS : apiEmail(realm, self),
    delivery_email: self.delivery_email,
    full_name: self.full_name,
    avatar_source: self.avatar_source,
    avatar_url: avatarUrl(self),
    avatar_url_medium: avatarUrl(self, { medium: true }),
    is_owner: isOwner(viewer),
    is_admin: isAdministrator(viewer),
    is_moderator: isModerator(viewer),
    is_guest: isGuest(viewer),
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams,
    can_create_streams: can_create_public_streams || can_create_private_streams || can_create_web_public_streams,
    can_invite_others_to_realm: may(viewer, realm.settings, "can_invite_users_group"),
  };
});

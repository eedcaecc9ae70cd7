/** What people who accept an invitation get, checked against the inviter's permissions. */

import { defaultChannelIds } from "../../channels/default-channels/store.ts";
import { canInviteTo, mayGiveWithInvitation } from "../../channels/permissions.ts";
import { type Channel, channelsByIds } from "../../channels/store.ts";
import { Role } from "../../kernel/access/roles.ts";
import { type ChannelId, demand, type GroupId, InsufficientPermission, type ShapeOf } from "../../kernel/api/index.ts";
import type { Context, OpenContext, User } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { InvalidUserGroup, UserGroupDeactivated } from "../../people/groups/contract.ts";
import { canChange, TO_ADD_OTHERS } from "../../people/groups/permissions.ts";
import { groupsWithIds } from "../../people/groups/store.ts";
import { type createInviteLink, invalidChannel, MayNotSubscribeOthers, OnlyAdministrators } from "./contract.ts";
import { mayChooseWelcomeText, mayInviteAs } from "./permissions.ts";
import type { NewInvitation } from "./store.ts";

type InviteTermsRequest = ShapeOf<(typeof createInviteLink)["params"]>;

export type Terms = Pick<
  NewInvitation,
  | "invited_as"
  | "invited_at"
  | "expires_at"
  | "stream_ids"
  | "group_ids"
  | "include_realm_default_subscriptions"
  | "welcome_message_custom_text"
>;

export function checkRole(user: User, invite_as: number): void {
  if (mayInviteAs(user, invite_as)) return;
  throw invite_as === Role.owner ? new MustBeOwner() : new OnlyAdministrators();
}

/** Throws if the inviter cannot grant all of it. The caller checks the role. */
export async function checkTerms(ctx: Context, request: InviteTermsRequest): Promise<Terms> {
  const stream_ids = [...new Set(request.stream_ids)];
  const group_ids = [...new Set(request.group_ids)];
  await checkChannels(ctx, stream_ids);
  await checkGroups(ctx, group_ids);
  return {
    invited_as: request.invite_as,
    invited_at: ctx.now,
    expires_at: expiry(ctx, request.invite_expires_in_minutes),
    stream_ids: json(stream_ids),
    group_ids: json(group_ids),
    include_realm_default_subscriptions: request.include_realm_default_subscriptions,
    welcome_message_custom_text: mayChooseWelcomeText(ctx.user) ? request.welcome_message_custom_text : null,
  };
}

/** For a member with the default channels. */
export const usualTerms = (ctx: OpenContext): Terms => ({
  invited_as: Role.member,
  invited_at: ctx.now,
  expires_at: expiry(ctx, undefined),
  stream_ids: json([]),
  group_ids: json([]),
  include_realm_default_subscriptions: true,
  welcome_message_custom_text: null,
});

function expiry({ app, now }: OpenContext, minutes: number | null | undefined): number | null {
  if (minutes === null) return null;
  return now + (minutes ?? app.config.invitationValidityMinutes) * 60;
}

async function checkChannels(ctx: Context, ids: readonly ChannelId[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, realm, user } = ctx;
  const found = new Map((await channelsByIds(db, realm.id, user.id, ids)).map((channel) => [channel.id, channel]));
  const channels = ids.map((id) => {
    const channel = found.get(id);
    if (!channel || !canInviteTo(user, channel)) throw invalidChannel({ id });
    return channel;
  });
  const defaults = new Set(await defaultChannelIds(db, realm.id));
  const mayGive = (channel: Channel) =>
    mayGiveWithInvitation(user, realm.settings, channel, { isDefault: defaults.has(channel.id) });
  demand(channels.every(mayGive), new MayNotSubscribeOthers());
}

async function checkGroups({ db, realm, user }: Context, ids: readonly GroupId[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Map((await groupsWithIds(db, realm.id, ids)).map((group) => [group.id, group]));
  for (const id of ids) {
    const group = found.get(id);
    if (!group) throw new InvalidUserGroup();
    demand(!group.deactivated, new UserGroupDeactivated());
    demand(canChange(user, realm.settings, group, ...TO_ADD_OTHERS), new InsufficientPermission());
  }
}

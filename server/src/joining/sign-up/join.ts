/** Joining an organization: the only way people get accounts, with or without an invitation. */

import { defaultChannelIds } from "../../channels/default-channels/store.ts";
import { type ChannelRow, channelsWithIds } from "../../channels/store.ts";
import { isGuest } from "../../kernel/access/roles.ts";
import { addMembers } from "../../kernel/access/store.ts";
import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import { record } from "../../kernel/audit/record.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { groupAddMembersEvent } from "../../people/groups/events.ts";
import { groupsWithIds } from "../../people/groups/store.ts";
import { createUser, type NewAccount } from "../../people/users/actions.ts";
import { refusedAddress } from "../../people/users/addresses.ts";
import type { UserRow } from "../../people/users/present.ts";
import { unclaimedAccount, userById } from "../../people/users/store.ts";
import { isPlaceholderAddress } from "../../people/users/system-bots.ts";
import { announceInvites } from "../invites/announce.ts";
import { closeInvitations, type Invitation, invitationsTo } from "../invites/store.ts";
import { mailNewcomer } from "../welcome/emails.ts";
import { welcomeToHistory } from "../welcome/history.ts";
import { announceNewcomer, notifyInviter, welcomeNewcomer } from "../welcome/messages.ts";
import { claimAccount } from "./claim.ts";

export interface Joining {
  readonly invitation?: Invitation;
  /** Channels that the person chose. */
  readonly chosen?: readonly ChannelId[];
  /** Whether the person can have an account that waits for this address: nobody else can have come here. */
  readonly isProven?: boolean;
}

/** Creates the account. The caller checks permissions, and that the address can join. */
export async function join(
  ctx: Writing,
  account: Omit<NewAccount, "channels">,
  { invitation, chosen = [], isProven = false }: Joining = {},
): Promise<{ user: UserRow; apiKey: string }> {
  if (isPlaceholderAddress(account.email)) throw refusedAddress("reserved", account.email);
  const channels = await firstChannels(ctx, account, invitation, chosen);
  const waiting = isProven ? await unclaimedAccount(ctx.db, ctx.realm.id, account.email) : undefined;
  const { user, apiKey, joined } = waiting
    ? await claimAccount(ctx, waiting, account, channels)
    : { ...(await createUser(ctx, { ...account, channels: channels.map(({ id }) => id) })), joined: channels };
  await welcomeToHistory(ctx.db, user.id, joined);
  if (invitation) await addToGroups(ctx, user, invitation);
  await finishInvitations(ctx, user, invitation);
  await announceNewcomer(ctx, user);
  mailNewcomer(ctx, user);
  await welcomeNewcomer(
    ctx,
    user,
    invitation?.welcome_message_custom_text ?? ctx.realm.settings.welcome_message_custom_text,
  );
  return { user, apiKey };
}

/**
 * The inviter's permissions were checked when the invitation was created. Channels that have been archived since are
 * left out, and private channels cannot be chosen.
 */
export async function firstChannels(
  { db, realm }: Pick<OpenContext, "db" | "realm">,
  account: { role: number },
  invitation: Invitation | undefined,
  chosen: readonly ChannelId[],
): Promise<ChannelRow[]> {
  const withDefaults = invitation ? invitation.include_realm_default_subscriptions : !isGuest(account);
  const given = new Set(invitation?.stream_ids ?? []);
  const others = [...(withDefaults ? await defaultChannelIds(db, realm.id) : []), ...chosen];
  const channels = await channelsWithIds(db, realm.id, [...given, ...others]);
  return channels.filter(({ id, is_archived, invite_only }) => !is_archived && (given.has(id) || !invite_only));
}

async function addToGroups(ctx: Writing, user: UserRow, invitation: Invitation): Promise<void> {
  const groups = await groupsWithIds(ctx.db, ctx.realm.id, invitation.group_ids);
  for (const { id: group_id, kind, deactivated } of groups) {
    if (kind === "system" || deactivated) continue;
    await addMembers(ctx.db, group_id, [user.id]);
    record(ctx, "group_member_added", { group: group_id, user: user.id }, { as: user.id });
    append(ctx, groupAddMembersEvent({ op: "add_members", group_id, user_ids: [user.id] }), toEveryone);
  }
}

/** Marks the invitation as used, and revokes all others for the address. */
async function finishInvitations(ctx: Writing, user: UserRow, invitation: Invitation | undefined): Promise<void> {
  const { db, realm, now } = ctx;
  const others = (await invitationsTo(db, realm.id, user.delivery_email, now)).filter(
    ({ id }) => id !== invitation?.id,
  );
  await closeInvitations(
    db,
    others.map(({ id }) => id),
    { revoked_at: now },
  );
  // Any number of people can join with a link.
  if (invitation && invitation.kind !== "link") await closeInvitations(db, [invitation.id], { used_at: now });
  if (invitation?.kind === "mail" && invitation.notify_referrer_on_join) {
    const inviter = await userById(db, realm.id, invitation.inviter_id as UserId);
    if (inviter) await notifyInviter(ctx, inviter, user);
  }
  const listed = [...others, ...(invitation ? [invitation] : [])].filter(({ kind }) => kind === "mail");
  if (listed.length > 0)
    announceInvites(
      ctx,
      listed.map(({ inviter_id }) => inviter_id as UserId),
    );
}

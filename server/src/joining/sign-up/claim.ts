/**
 * Someone takes the account that an import created for their address, with everything that was imported for it. For others
 * it is as if a deactivated account came back, with the name and role that it has now.
 */
import type { ChannelRow } from "../../channels/store.ts";
import { addSubscriptions } from "../../channels/subscribe/actions.ts";
import type { ChannelId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import { append } from "../../kernel/events/log.ts";
import { toUsersWithAccess } from "../../people/users/access/audience.ts";
import { announceAddressVisibility, type NewAccount, renameUser } from "../../people/users/actions.ts";
import { userUpdateEvent } from "../../people/users/events.ts";
import { apiEmail, type UserRow } from "../../people/users/present.ts";
import { reactivateAccount } from "../../people/users/reactivate/actions.ts";
import { changeUser, userById } from "../../people/users/store.ts";
import { changeRole } from "../../people/users/update/role.ts";

/** For the audit log of pages on which someone can take an account that waited for them. */
export const CLAIMING = ["user_reactivated", "user_role_changed", "user_name_changed"] as const;

interface ClaimedAccount {
  readonly user: UserRow;
  readonly apiKey: string;
  /** The channels in which the account was not before. */
  readonly joined: readonly ChannelRow[];
}

/** The caller has checked that the address is the person's. */
export async function claimAccount(
  ctx: Writing,
  waiting: UserRow,
  account: Omit<NewAccount, "channels">,
  channels: readonly ChannelRow[],
): Promise<ClaimedAccount> {
  const { db, realm } = ctx;
  const { full_name, role, password_hash, is_email_verified = true, can_create_users = false } = account;
  const settings = { ...waiting.settings, ...account.settings };
  const rights = { password_hash, is_email_verified, can_create_users };
  await changeUser(db, waiting.id, { ...rights, settings: json(settings) });
  if (role !== waiting.role) await changeRole(ctx, waiting, role);
  const changed = { ...waiting, role, settings };
  await announceChoices(ctx, waiting, changed);
  if (full_name !== waiting.full_name) await renameUser(ctx, changed, full_name);
  await reactivateAccount(ctx, changed);
  const additions = { users: [waiting.id], channels, colors: new Map<ChannelId, string>(), fresh: new Set<string>() };
  const added = new Set((await addSubscriptions(ctx, additions)).added.map(({ channel_id }) => channel_id));
  const user = (await userById(db, realm.id, waiting.id)) as UserRow;
  const { api_key_encrypted } = await db
    .selectFrom("user")
    .select("api_key_encrypted")
    .where("id", "=", waiting.id)
    .executeTakeFirstOrThrow();
  const joined = channels.filter(({ id }) => added.has(id));
  return { user, apiKey: ctx.app.secrets.decrypt(api_key_encrypted), joined };
}

async function announceChoices(ctx: Writing, before: UserRow, after: UserRow): Promise<void> {
  const { timezone } = after.settings;
  if (typeof timezone === "string" && timezone !== before.settings.timezone) {
    const person = { user_id: after.id, email: apiEmail(ctx.realm, after), timezone };
    append(ctx, userUpdateEvent({ op: "update", person }), await toUsersWithAccess(ctx, after));
  }
  if (after.settings.email_address_visibility !== before.settings.email_address_visibility)
    await announceAddressVisibility(ctx, before, after);
}

/** Empties an account: what others see of the person is gone when the request ends, and they learn it by events. */
import type { Writing } from "../kernel/context.ts";
import { json } from "../kernel/db/dialect.ts";
import { append } from "../kernel/events/log.ts";
import { changeAvatar } from "../people/avatars/actions.ts";
import { announceBotChange } from "../people/bots/announce.ts";
import { storeDefaults } from "../people/bots/store.ts";
import { deleteValues, valuesIn } from "../people/profile-fields/store.ts";
import { announceStatus, isAway } from "../people/user-status/announce.ts";
import { NO_STATUS, statusesOf, storeStatus } from "../people/user-status/store.ts";
import { toUsersWithAccess } from "../people/users/access/audience.ts";
import { userUpdateEvent } from "../people/users/events.ts";
import { avatarUrl, type UserRow } from "../people/users/present.ts";
import { changeUser } from "../people/users/store.ts";
import { announceAddress } from "../people/users/update/email.ts";
import { noticesIn } from "../text/notices/texts/index.ts";

/** The account is deactivated. It keeps its id and role, and who could see its address. */
export async function clearAccount(ctx: Writing, account: UserRow): Promise<void> {
  await clearProfile(ctx, account);
  await clearStatus(ctx, account);
  const before = await changeAvatar(ctx, account.id, null);
  const after = await clearRow(ctx, before);
  const person = { user_id: after.id, full_name: after.full_name };
  append(ctx, userUpdateEvent({ op: "update", person }), await toUsersWithAccess(ctx, after));
  await announceAddress(ctx, before, after);
  if (before.settings.timezone) await announceNoTimeZone(ctx, after);
  if (after.bot_type !== null) await clearBot(ctx, after);
}

/** A drawn picture shows the initials, so it may change with the name. */
async function clearRow(ctx: Writing, account: UserRow): Promise<UserRow> {
  const { db, realm, now } = ctx;
  const { email_address_visibility } = account.settings;
  const settings = email_address_visibility === undefined ? {} : { email_address_visibility };
  const full_name = noticesIn(realm.settings.default_language).deletedUser;
  const delivery_email = `erased-user-${account.id}@${realm.host}`;
  const cleared = { ...account, full_name, delivery_email, settings };
  const isPictureNew = avatarUrl(realm, cleared) !== avatarUrl(realm, account);
  const avatar_version = account.avatar_version + Number(isPictureNew);
  const { apiKey: _, ...key } = ctx.app.secrets.newApiKey();
  await changeUser(db, account.id, {
    ...key,
    full_name,
    delivery_email,
    avatar_version,
    settings: json(settings),
    password_hash: null,
    has_second_factor: false,
    has_provider_factor: false,
    has_unlinked_provider: false,
    is_email_verified: true,
    can_create_users: false,
    can_change_user_emails: false,
    erased_at: now,
  });
  return { ...cleared, avatar_version };
}

async function announceNoTimeZone(ctx: Writing, after: UserRow): Promise<void> {
  const person = { user_id: after.id, timezone: "" };
  append(ctx, userUpdateEvent({ op: "update", person }), await toUsersWithAccess(ctx, after));
}

async function clearProfile(ctx: Writing, account: UserRow): Promise<void> {
  const { db, realm } = ctx;
  const ids = (await valuesIn(db, realm.id, [account.id])).map((value) => value.field_id);
  if (ids.length === 0) return;
  await deleteValues(db, account.id, ids);
  const audience = await toUsersWithAccess(ctx, account);
  for (const id of ids) {
    const person = { user_id: account.id, custom_profile_field: { id, value: null } };
    append(ctx, userUpdateEvent({ op: "update", person }), audience);
  }
}

async function clearStatus(ctx: Writing, account: UserRow): Promise<void> {
  const [status] = await statusesOf(ctx.db, [account.id]);
  if (!status && !isAway(account)) return;
  await storeStatus(ctx.db, account.id, NO_STATUS);
  await announceStatus(ctx, account, { ...NO_STATUS, away: false });
}

/** Only its name and key are announced, and that it calls no service. */
async function clearBot(ctx: Writing, bot: UserRow): Promise<void> {
  const { db } = ctx;
  await db.deleteFrom("bot_service").where("user_id", "=", bot.id).execute();
  await storeDefaults(db, bot.id, { config_data: {} });
  const { api_key_encrypted } = await db
    .selectFrom("user")
    .select("api_key_encrypted")
    .where("id", "=", bot.id)
    .executeTakeFirstOrThrow();
  await announceBotChange(ctx, bot, { full_name: bot.full_name });
  await announceBotChange(ctx, bot, { api_key: api_key_encrypted });
  await announceBotChange(ctx, bot, { services: [] });
}

import { Role } from "../../kernel/access/roles.ts";
import { addMembers } from "../../kernel/access/store.ts";
import { type ChannelId, demand, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened } from "../../kernel/moments.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import type { UserSettings } from "../../organization/settings/user-settings.ts";
import { announceAvatar } from "../avatars/announce.ts";
import { announceBotChange } from "../bots/announce.ts";
import { groupAddMembersEvent } from "../groups/events.ts";
import { roleGroupsOf } from "../groups/roles.ts";
import { accountCreated } from "../moments.ts";
import { NO_PROFILES } from "../profile-fields/profiles.ts";
import { announceStatus, isAway } from "../user-status/announce.ts";
import { toUsersWithAccess } from "./access/audience.ts";
import { isRestricted } from "./access/permissions.ts";
import { presentUnknownUser } from "./access/unknown.ts";
import { BadUsername, EmailInUse, UniqueNamesRequired } from "./contract.ts";
import { userAddEvent, userUpdateEvent } from "./events.ts";
import { checkFullName } from "./names.ts";
import { addressVisibleUpto, apiEmail, avatarUrl, presentAvatar, presentUser, type UserRow } from "./present.ts";
import { changeUser, insertUser, isNameOfOther, type NewUser, userByDeliveryEmail } from "./store.ts";

/** The password is hashed before the transaction, because hashing is slow. */
export interface NewAccount {
  email: string;
  full_name: string;
  /** The name is the server's own word: others may have it even where names are unique. */
  is_name_shared?: boolean;
  role: number;
  password_hash: string | null;
  bot_type?: number;
  bot_owner_id?: UserId;
  /** Rights that only the operator can grant. */
  can_create_users?: boolean;
  can_change_user_emails?: boolean;
  /** False if nothing proves that the address is the person's. */
  is_email_verified?: boolean;
  /** Chosen by the person before the account existed. */
  settings?: Partial<UserSettings>;
  /** The first channels; if omitted, the default channels for a member. */
  channels?: readonly ChannelId[];
}

/** Creates an account, with its system groups and first channels. The caller checks permissions. */
export async function createUser(ctx: Writing, account: NewAccount): Promise<{ user: UserRow; apiKey: string }> {
  const { db, realm } = ctx;
  // If two requests use the same address or unique name, the second finds the first account.
  const full_name = account.is_name_shared ? account.full_name : await checkNewName(ctx, account.full_name);
  demand(isEmailAddress(account.email), new BadUsername());
  demand((await userByDeliveryEmail(db, realm.id, account.email)) === undefined, new EmailInUse());

  const { apiKey, ...key } = ctx.app.secrets.newApiKey();
  const user = await insertUser(db, newUser(ctx, { ...account, full_name }, key));
  if (user.bot_type === null) record(ctx, "user_created", { user: user.id, role: user.role }, { as: user.id });
  else record(ctx, "bot_created", { user: user.id, bot_type: user.bot_type });
  announceUser(ctx, user);
  // The organization's default may hide presence.
  if (isAway(user)) await announceStatus(ctx, user, { away: true });
  for (const groupId of roleGroupsOf(realm, user, ctx.now)) {
    await addMembers(db, groupId, [user.id]);
    append(ctx, groupAddMembersEvent({ op: "add_members", group_id: groupId, user_ids: [user.id] }), toEveryone);
  }
  await happened(ctx, accountCreated, { user, channels: account.channels });
  return { user, apiKey };
}

function newUser(ctx: Writing, account: NewAccount, key: Pick<NewUser, "api_key_hash" | "api_key_encrypted">): NewUser {
  const { realm, now } = ctx;
  return {
    realm_id: realm.id,
    delivery_email: account.email,
    full_name: account.full_name,
    role: account.role,
    bot_type: account.bot_type ?? null,
    bot_owner_id: account.bot_owner_id ?? null,
    date_joined: now,
    settings: {
      ...realm.chosenUserDefaults,
      default_language: realm.settings.default_language,
      ...account.settings,
    },
    password_hash: account.password_hash,
    can_create_users: account.can_create_users ?? false,
    can_change_user_emails: account.can_change_user_emails ?? false,
    is_email_verified: account.is_email_verified ?? true,
    ...key,
  };
}

/** Returns the stored form of the name. Throws if the account (a new one if `own` is omitted) cannot have it. */
export async function checkNewName(
  { db, realm }: Pick<OpenContext, "db" | "realm">,
  sent: string,
  own?: UserId,
): Promise<string> {
  const name = checkFullName(sent);
  const mustBeUnique = realm.settings.require_unique_names;
  demand(!mustBeUnique || !(await isNameOfOther(db, realm.id, name, own)), new UniqueNamesRequired());
  return name;
}

/** A drawn picture shows the initials, so it may change with the name. The caller checks permissions. */
export async function renameUser(ctx: Writing, user: UserRow, sent: string): Promise<void> {
  const full_name = await checkNewName(ctx, sent, user.id);
  const isPictureNew = avatarUrl(ctx.realm, { ...user, full_name }) !== avatarUrl(ctx.realm, user);
  const after = { ...user, full_name, avatar_version: user.avatar_version + Number(isPictureNew) };
  await changeUser(ctx.db, user.id, { full_name, avatar_version: after.avatar_version });
  record(ctx, "user_name_changed", { user: user.id });
  const audience = await toUsersWithAccess(ctx, user);
  append(ctx, userUpdateEvent({ op: "update", person: { user_id: user.id, full_name } }), audience);
  if (user.bot_type !== null) await announceBotChange(ctx, user, { full_name });
  if (isPictureNew) await announceAvatar(ctx, after, audience);
}

/**
 * Users who gain access to the real address receive it; those who lose it receive null. If everyone gains or loses
 * access, the API's email field changes too, and with it the address that clients compute the avatar from.
 */
export async function announceAddressVisibility(ctx: Writing, before: UserRow, after: UserRow): Promise<void> {
  const { id: user_id, delivery_email } = after;
  const [from, to] = [addressVisibleUpto(before), addressVisibleUpto(after)];
  const roles = [Math.min(from, to) + 1, Math.max(from, to)] as const;
  const seen = to > from ? delivery_email : null;
  append(ctx, userUpdateEvent({ op: "update", person: { user_id, delivery_email: seen } }), {
    ...(await toUsersWithAccess(ctx, after, roles)),
    except: [user_id],
  });
  const new_email = apiEmail(ctx.realm, after);
  if (new_email === apiEmail(ctx.realm, before)) return;
  const audience = await toUsersWithAccess(ctx, after);
  if (ctx.realm.settings.enable_gravatar) {
    const person = { user_id, ...presentAvatar(ctx.realm, after) };
    append(ctx, userUpdateEvent({ op: "update", person }), audience);
  }
  append(ctx, userUpdateEvent({ op: "update", person: { user_id, new_email } }), audience);
}

/**
 * Sends two forms of the event: with the real address to users who can see it, with null to others. Restricted guests
 * cannot access new users yet, except for bots.
 */
function announceUser(ctx: Writing, user: UserRow): void {
  const { realm } = ctx;
  const last = user.bot_type === null && isRestricted(realm) ? Role.member : Role.guest;
  const upto = Math.min(addressVisibleUpto(user), last);
  const form = (viewerRole: number) =>
    presentUser(user, {
      realm,
      viewer: { id: 0, role: viewerRole },
      client_gravatar: false,
      profiles: NO_PROFILES,
    });
  if (upto >= Role.owner)
    append(ctx, userAddEvent({ op: "add", person: form(Role.owner) }), { roles: [Role.owner, upto] });
  if (upto < last) append(ctx, userAddEvent({ op: "add", person: form(Role.guest) }), { roles: [upto + 1, last] });
  if (last === Role.guest) return;
  const unknown = presentUnknownUser(user.id, realm, { profiles: NO_PROFILES });
  append(ctx, userAddEvent({ op: "add", people: [unknown], areUnknown: true }), { roles: [Role.guest, Role.guest] });
}

/** Accounts as rows of Zulip's tables, and back. */
import type { TableRow } from "../../kernel/db/rows.ts";
import { SYSTEM_BOTS, type SystemBot, systemBotEmail } from "../../people/users/system-bots.ts";
import { passwordHere, passwordThere, SYSTEM_BOT_ADDRESSES, type ZulipRow } from "./format.ts";
import { userColumns, userSettingsFrom } from "./settings.ts";

/** Where an account belongs: people whom an import waits for, and built-in bots, have tables of their own. */
export type PeopleTable = "zerver_userprofile" | "zerver_userprofile_mirrordummy" | "zerver_userprofile_crossrealm";

export interface AccountFacts {
  readonly host: string;
  readonly personalRecipient: (userId: number) => number;
  readonly bot: TableRow | undefined;
  readonly isUnclaimed: boolean;
}

const EVERYONE = 1;

export const tableOf = (row: TableRow, isUnclaimed: boolean): PeopleTable => {
  if (row.system_bot !== null) return "zerver_userprofile_crossrealm";
  return isUnclaimed ? "zerver_userprofile_mirrordummy" : "zerver_userprofile";
};

export function accountThere(row: TableRow, { host, personalRecipient, bot, isUnclaimed }: AccountFacts): ZulipRow {
  const id = row.id as number;
  if (row.system_bot !== null)
    return { id, email: SYSTEM_BOT_ADDRESSES[row.system_bot as SystemBot], recipient_id: personalRecipient(id) };
  const settings = userColumns(row.settings as ZulipRow);
  const isShown = row.bot_type !== null || settings.email_address_visibility === EVERYONE;
  return {
    ...settings,
    id,
    realm: row.realm_id,
    delivery_email: row.delivery_email,
    email: isShown ? row.delivery_email : `user${id}@${host}`,
    full_name: row.full_name,
    role: row.role,
    is_active: row.is_active,
    is_bot: row.bot_type !== null,
    bot_type: row.bot_type,
    bot_owner: row.bot_owner_id,
    date_joined: row.date_joined,
    last_login: null,
    last_reminder: null,
    last_active_message_id: null,
    long_term_idle: false,
    is_mirror_dummy: isUnclaimed,
    avatar_source: row.avatar_source,
    avatar_version: row.avatar_version,
    can_create_users: row.can_create_users,
    can_change_user_emails: row.can_change_user_emails,
    default_sending_stream: bot?.default_sending_channel_id ?? null,
    default_events_register_stream: bot?.default_events_register_channel_id ?? null,
    default_all_public_streams: bot?.default_all_public_streams ?? false,
    password: passwordThere(row.password_hash),
    api_key: row.api_key,
    groups: [],
    user_permissions: [],
  };
}

/** What of an account Zulip has no column for; undefined if that is nothing. */
export function accountOnlyHere(row: TableRow): ZulipRow | undefined {
  const { id, is_email_verified, erased_at } = row;
  return is_email_verified === true && erased_at === null ? undefined : { id, is_email_verified, erased_at };
}

export interface AccountSource {
  readonly realm: number;
  readonly table: PeopleTable;
  /** The organization's host here, of built-in bots' addresses. */
  readonly host: string;
  readonly createdAt: unknown;
  readonly avatarPath: string | null;
  readonly onlyHere: ZulipRow | undefined;
}

/** Undefined for a built-in bot that Parley does not have. */
export function accountHere(row: ZulipRow, source: AccountSource): TableRow | undefined {
  const { realm, table, onlyHere } = source;
  if (table === "zerver_userprofile_crossrealm") return systemBotHere(row, source);
  return {
    id: row.id,
    realm_id: realm,
    delivery_email: row.delivery_email,
    full_name: row.full_name,
    role: row.role,
    is_active: row.is_active,
    bot_type: row.is_bot === true ? row.bot_type : null,
    bot_owner_id: row.bot_owner ?? null,
    date_joined: seconds(row.date_joined),
    avatar_source: source.avatarPath === null ? "G" : "U",
    avatar_version: row.avatar_version,
    avatar_path: source.avatarPath,
    settings: userSettingsFrom(row),
    password_hash: passwordHere(row.password),
    api_key: row.api_key,
    can_create_users: row.can_create_users === true,
    can_change_user_emails: row.can_change_user_emails === true,
    // Zulip asks people to confirm their addresses when they join.
    is_email_verified: onlyHere?.is_email_verified !== false,
    erased_at: onlyHere?.erased_at ?? null,
    system_bot: null,
  };
}

function systemBotHere(row: ZulipRow, { realm, host, createdAt }: AccountSource): TableRow | undefined {
  const kinds = Object.entries(SYSTEM_BOT_ADDRESSES) as [SystemBot, string][];
  const kind = kinds.find(([, address]) => address === row.email)?.[0];
  if (kind === undefined) return undefined;
  return {
    id: row.id,
    realm_id: realm,
    system_bot: kind,
    delivery_email: systemBotEmail(kind, host),
    full_name: SYSTEM_BOTS[kind].full_name,
    role: MEMBER,
    is_active: true,
    bot_type: 1,
    bot_owner_id: null,
    date_joined: seconds(createdAt),
    avatar_source: "G",
    avatar_version: 1,
    avatar_path: null,
    settings: {},
    password_hash: null,
    can_create_users: false,
    can_change_user_emails: false,
    is_email_verified: true,
    erased_at: null,
  };
}

const MEMBER = 400;

/** Zulip's times have fractions. */
export const seconds = (time: unknown): unknown => (typeof time === "number" ? Math.floor(time) : time);
export const secondsOrNull = (time: unknown): unknown => (typeof time === "number" ? Math.floor(time) : null);

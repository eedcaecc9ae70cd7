/**
 * Validates the rows of an archive, which may come from anyone, on a server that may host other organizations. Covers
 * what the database does not reject by itself; `ids.ts` checks ids and `batches.ts` column types.
 */

import { BUILT_IN_COMMANDS, createBotCommand } from "../../delivery/outgoing-webhooks/commands/contract.ts";
import { MAX_URL_LENGTH } from "../../kernel/api/limits.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { API_KEY_PATTERN, isBearableHash } from "../../kernel/secrets.ts";
import { realmSettings } from "../../organization/settings/realm-settings.ts";
import type { SettingsTable } from "../../organization/settings/setting.ts";
import { USER_DEFAULTS, userSettings } from "../../organization/settings/user-settings.ts";
import { SYSTEM_BOTS } from "../../people/users/system-bots.ts";
import { cleanName } from "./names.ts";
import type { Table } from "./tables.ts";

type Check = (row: TableRow, realmId: number) => TableRow;

/** Files are found by these paths: a forged one could expose or replace other organizations' files. */
const PICTURE = /^(\d+)\/[0-9a-f]{40}$/;
const REALM_PICTURE = /^(\d+)\/realm\/[0-9a-f]{40}$/;
const UPLOAD = /^(\d+)\/[0-9a-f]{1,2}\/[\w-]+\/(?!\.{1,2}$)[^/\\\0]+$/u;
const EMOJI_FILE = /^[0-9a-f]{32}$/;
const DIRECT_KEY = /^\d+(?:,\d+)*$/;

const CHECKS: { readonly [T in Table]?: Check } = {
  realm(row, realmId) {
    refuseUnless(row.id === realmId, "it contains more than one organization");
    const settings = objectOf(row.settings, "settings");
    const pictures = objectOf(settings.pictures ?? {}, "pictures");
    for (const path of Object.values(pictures)) refuseUnlessPath(path, REALM_PICTURE, realmId);
    const defaults = valid(userSettings, objectOf(settings[USER_DEFAULTS] ?? {}, USER_DEFAULTS));
    return {
      ...row,
      settings: {
        ...valid(realmSettings, withCleanName(settings)),
        ...(USER_DEFAULTS in settings ? { [USER_DEFAULTS]: defaults } : {}),
      },
    };
  },

  user(row, realmId) {
    const { avatar_path, password_hash, system_bot, delivery_email, api_key, ...others } = row;
    if (given(avatar_path)) refuseUnlessPath(avatar_path, PICTURE, realmId);
    refuseUnless(typeof delivery_email === "string" && isEmailAddress(delivery_email), "an email address is invalid");
    refuseUnless(
      !given(system_bot) || Object.hasOwn(SYSTEM_BOTS, String(system_bot)),
      "it contains an unknown built-in bot",
    );
    // The hash determines how much work signing in costs the server.
    refuseUnless(
      !given(password_hash) || isBearableHash(String(password_hash)),
      "a password has an unknown hash format",
    );
    const hasKey = typeof api_key === "string" && API_KEY_PATTERN.test(api_key);
    return {
      ...others,
      ...(avatar_path === undefined ? {} : { avatar_path }),
      ...(password_hash === undefined ? {} : { password_hash }),
      ...(hasKey ? { api_key } : {}),
      system_bot: system_bot ?? null,
      delivery_email,
      // Not as the archive has it: the key decides whose address it is.
      delivery_email_key: addressKey(delivery_email as string),
      settings: valid(userSettings, objectOf(row.settings, "settings")),
    };
  },

  attachment(row, realmId) {
    refuseUnlessPath(row.path_id, UPLOAD, realmId);
    refuseUnless(Number(row.size) >= 0, "a file has a negative size");
    return row;
  },

  custom_emoji(row) {
    refuseUnless(EMOJI_FILE.test(String(row.file_name)), "an emoji has no file");
    return row;
  },

  bot_command(row) {
    refuseUnless(isCommand(row), "a command is invalid");
    return row;
  },

  /** Fetched soon, as if for the first time, except that nothing is posted twice. Without an address it has to be entered. */
  feed(row) {
    const { address, seen, filter_words, kind } = row;
    refuseUnless(kind === "news" || kind === "calendar", "a feed has an unknown kind");
    const hasAddress = typeof address === "string" && isWebAddress(address);
    return {
      ...row,
      address: hasAddress ? address : "",
      is_paused: !hasAddress || row.is_paused === true || row.is_paused === 1,
      filter_words: areShortTexts(filter_words) ? filter_words : [],
      seen: areShortTexts(seen) ? seen : null,
      upcoming: null,
      next_reminder_at: null,
      etag: null,
      last_modified: null,
      fetched_at: null,
      outcome: null,
      status: null,
      reason: null,
      failures: 0,
      next_fetch_at: 0,
    };
  },

  recipient(row) {
    refuseUnless(
      !given(row.direct_key) || isDirectKey(String(row.direct_key)),
      "a direct conversation has no participants",
    );
    return row;
  },
};

/** The participants, ascending: lists of conversations are read from it. */
function isDirectKey(key: string): boolean {
  const ids = key.split(",").map(Number);
  return DIRECT_KEY.test(key) && ids.every((id, n) => n === 0 || id > (ids[n - 1] as number));
}

/** Whether the command could have been declared through the API. */
function isCommand(row: TableRow): boolean {
  const { name, description, hint, arguments: declared } = createBotCommand.params;
  const fields = { name, description, hint, arguments: declared };
  return (
    Object.entries(fields).every(([column, field]) => field.schema().safeParse(row[column]).success) &&
    !BUILT_IN_COMMANDS.includes(row.name as string)
  );
}

/** Returns the accepted form of the row, or throws. */
export function trusted(table: Table, row: TableRow, realmId: number): TableRow {
  return CHECKS[table]?.(row, realmId) ?? row;
}

/**
 * Drops invalid settings, so that their defaults apply: a bad value could break jobs that process all organizations.
 */
function valid(table: SettingsTable, settings: TableRow): TableRow {
  const isPossible = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(table, name) || table[name]?.field.schema().safeParse(value).success === true;
  return Object.fromEntries(Object.entries(settings).filter(isPossible));
}

const withCleanName = (settings: TableRow): TableRow =>
  typeof settings.name === "string" ? { ...settings, name: cleanName(settings.name) } : settings;

/** More than any list of a feed has. */
const MAX_TEXTS = 5000;
const MAX_TEXT_LENGTH = 200;

const areShortTexts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_TEXTS &&
  value.every((each) => typeof each === "string" && each.length <= MAX_TEXT_LENGTH);

const isWebAddress = (address: string): boolean =>
  address.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(address) && URL.canParse(address);

const given = (value: unknown): boolean => value !== undefined && value !== null;

const isObject = (value: unknown): value is TableRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function objectOf(value: unknown, name: string): TableRow {
  refuseUnless(isObject(value), `${name} are invalid`);
  return value as TableRow;
}

function refuseUnlessPath(path: unknown, pattern: RegExp, realmId: number): void {
  const [, realm] = (typeof path === "string" && pattern.exec(path)) || [];
  refuseUnless(Number(realm) === realmId, "a file path points outside of its directory");
}

function refuseUnless(holds: boolean, what: string): void {
  if (!holds) throw new DamagedFile(`The export is damaged: ${what}.`);
}

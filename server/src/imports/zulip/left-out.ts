/** What a Zulip export has and nobody here reads: each table is counted, also those that later versions add. */
import { type Fields, isFields } from "../json.ts";
import type { SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import { idIn, type ZulipArchive } from "./archive.ts";

/** Those that sources of records read, and those that only say how others belong together. */
const READ: ReadonlySet<string> = new Set([
  ...["zerver_realm", "zerver_userprofile", "zerver_userprofile_mirrordummy", "zerver_userprofile_crossrealm"],
  ...["zerver_stream", "zerver_recipient", "zerver_subscription", "zerver_huddle", "zerver_client"],
  ...["zerver_message", "zerver_usermessage", "zerver_submessage", "zerver_reaction", "zerver_attachment"],
  ...["zerver_realmemoji", "zerver_realmauditlog", "zerver_usergroup", "zerver_namedusergroup"],
  ...["zerver_usergroupmembership", "zerver_groupgroupmembership", "zerver_customprofilefield"],
  ...["zerver_customprofilefieldvalue", "zerver_realmfilter", "zerver_realmplayground", "zerver_defaultstream"],
  ...["zerver_channelfolder", "zerver_usertopic", "zerver_muteduser", "zerver_alertword", "zerver_userstatus"],
  ...["zerver_savedsnippet", "zerver_draft", "zerver_navigationview"],
]);

const NOT_TAKEN = "an import does not take them";

/** Tables that are left out, under which name, and why. */
const KNOWN: Readonly<Record<string, readonly [what: string, reason: string]>> = {
  zerver_scheduledmessage: ["scheduled messages", "accounts that wait for their people send nothing"],
  zerver_realmdomain: ["domains", "an archive opens the organization to nobody"],
  zerver_service: ["services that bots call", NOT_TAKEN],
  zerver_botconfigdata: ["settings of bots", NOT_TAKEN],
  zerver_botstoragedata: ["settings of bots", NOT_TAKEN],
  zerver_realmuserdefault: ["settings for new people", NOT_TAKEN],
  zerver_defaultstreamgroup: ["groups of default channels", NOT_TAKEN],
};

/** What a table may be called in a report. */
const TABLE = /^[a-z_]{1,60}$/;

export function* tablesLeftOut(archive: ZulipArchive): Generator<SkippedRecord> {
  for (const [table, rows] of Object.entries(archive.realm)) {
    if (READ.has(table) || !Array.isArray(rows) || rows.length === 0) continue;
    const known = Object.hasOwn(KNOWN, table) ? KNOWN[table] : undefined;
    if (known) yield skipped(...known, idOf(rows[0]), rows.length);
    else yield skipped("rows of other tables", "nothing here reads them", TABLE.test(table) ? table : "", rows.length);
  }
  const count = peopleWithPreferences(archive);
  if (count > 0) yield skipped("preferences of people", NOT_TAKEN, "", count);
}

const idOf = (row: unknown): string => (isFields(row) ? idIn(row.id) : "");

/** Exports of old versions do not say what everyone has by default. */
const PREFERENCES = ["default_view", "color_scheme", "twenty_four_hour_time", "enter_sends", "emojiset"];

/** Not those who have what everyone has. */
function peopleWithPreferences(archive: ZulipArchive): number {
  const [defaults] = archive.rows("zerver_realmuserdefault");
  const isChosen = (user: Fields) =>
    defaults
      ? Object.keys(defaults).some((name) => !OTHER.has(name) && name in user && user[name] !== defaults[name])
      : PREFERENCES.some((name) => name in user);
  return archive.rows("zerver_userprofile").filter((user) => user.is_bot !== true && isChosen(user)).length;
}

const OTHER: ReadonlySet<string> = new Set(["id", "realm"]);

/** Tables that are nearly the same in both programs, with their rows in both directions. */
import { fold } from "../../kernel/db/names.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { alertKey } from "../../people/alert-words/matcher.ts";
import type { Table } from "../archive/tables.ts";
import { reactionTypeHere, reactionTypeThere, type ZulipRow } from "./format.ts";

/** What rows for Zulip need beside themselves. */
export interface ThereFacts {
  readonly realm: number;
  readonly now: number;
  /** For tables whose rows have no id here. */
  nextId(table: string): number;
  client(name: string): number;
  recipientOfChannel(channelId: number): number;
}

/** What rows from Zulip need beside themselves. */
export interface HereFacts {
  readonly realm: number;
  nextId(table: string): number;
}

interface TablePair {
  readonly here: Table;
  readonly there: string;
  out(row: TableRow, there: ThereFacts): ZulipRow;
  /** Undefined for a row that Parley has no use for. */
  back(row: ZulipRow, here: HereFacts): TableRow | undefined;
}

const EXTENSION = ".webp";
const DAY = 86_400;

export const PAIRS: readonly TablePair[] = [
  {
    here: "alert_word",
    there: "zerver_alertword",
    out: ({ id, user_id, word }, { realm }) => ({ id, realm, user_profile: user_id, word }),
    back: ({ id, user_profile, word }) => ({ id, user_id: user_profile, word, word_key: alertKey(String(word)) }),
  },
  {
    here: "muted_user",
    there: "zerver_muteduser",
    out: ({ user_id, muted_user_id, muted_at }, { nextId }) => ({
      id: nextId("zerver_muteduser"),
      user_profile: user_id,
      muted_user: muted_user_id,
      date_muted: muted_at,
    }),
    back: ({ user_profile, muted_user, date_muted }) => ({
      user_id: user_profile,
      muted_user_id: muted_user,
      muted_at: date_muted,
    }),
  },
  {
    here: "saved_snippet",
    there: "zerver_savedsnippet",
    out: ({ user_id, ...row }, { realm }) => ({ ...row, realm, user_profile: user_id }),
    back: ({ id, user_profile, title, content, date_created }) => ({
      ...{ id, user_id: user_profile, title, content, date_created },
    }),
  },
  {
    here: "navigation_view",
    there: "zerver_navigationview",
    out: ({ user_id, ...row }) => ({ ...row, user: user_id }),
    back: ({ id, user, fragment, name, is_pinned }) => ({ id, user_id: user, fragment, name: name ?? null, is_pinned }),
  },
  {
    here: "onboarding_step_seen",
    there: "zerver_onboardingstep",
    out: ({ user_id, name }, { nextId, now }) => ({
      id: nextId("zerver_onboardingstep"),
      user: user_id,
      onboarding_step: name,
      timestamp: now,
    }),
    back: ({ user, onboarding_step }) => ({ user_id: user, name: onboarding_step }),
  },
  {
    here: "linkifier",
    there: "zerver_realmfilter",
    out: ({ id, pattern, url_template, place }, { realm }) => ({ id, realm, pattern, url_template, order: place }),
    back: ({ id, pattern, url_template, order }, { realm }) => ({
      ...{ id, realm_id: realm, pattern, url_template, place: order ?? id },
    }),
  },
  {
    here: "playground",
    there: "zerver_realmplayground",
    out: ({ realm_id, ...row }) => ({ ...row, realm: realm_id }),
    back: ({ id, name, pygments_language, url_template }, { realm }) => ({
      ...{ id, realm_id: realm, name, pygments_language, url_template },
    }),
  },
  {
    here: "realm_domain",
    there: "zerver_realmdomain",
    out: ({ realm_id, ...row }) => ({ ...row, realm: realm_id }),
    back: ({ id, domain, allow_subdomains }, { realm }) => ({ id, realm_id: realm, domain, allow_subdomains }),
  },
  {
    here: "custom_emoji",
    there: "zerver_realmemoji",
    out: ({ realm_id, author_id, file_name, ...row }) => ({
      ...row,
      realm: realm_id,
      author: author_id,
      file_name: `${file_name}${EXTENSION}`,
    }),
    back: ({ id, name, author, file_name, is_animated, deactivated }, { realm }) => ({
      ...{ id, realm_id: realm, name, author_id: author ?? null, is_animated, deactivated },
      file_name: String(file_name).replace(/\.\w+$/, ""),
    }),
  },
  {
    here: "profile_field",
    there: "zerver_customprofilefield",
    out: ({ realm_id, place, field_data, ...row }) => ({
      ...row,
      realm: realm_id,
      order: place,
      field_data: field_data === null ? "" : JSON.stringify(field_data),
    }),
    back: ({ id, field_type, name, hint, field_data, order, ...row }, { realm }) => ({
      ...{ id, realm_id: realm, field_type, name, hint: hint ?? "", place: order ?? id },
      field_data: parsedOrNull(field_data),
      required: row.required === true,
      editable_by_user: row.editable_by_user !== false,
      display_in_profile_summary: row.display_in_profile_summary === true,
    }),
  },
  {
    here: "profile_value",
    there: "zerver_customprofilefieldvalue",
    out: ({ field_id, user_id, value, rendered_value }, { nextId }) => ({
      id: nextId("zerver_customprofilefieldvalue"),
      ...{ field: field_id, user_profile: user_id, value, rendered_value },
    }),
    back: ({ field, user_profile, value, rendered_value }) => ({
      ...{ field_id: field, user_id: user_profile, value, rendered_value: rendered_value ?? null },
    }),
  },
  {
    here: "user_status",
    there: "zerver_userstatus",
    out: ({ user_id, reaction_type, ...row }, { nextId, now, client }) => ({
      id: nextId("zerver_userstatus"),
      user_profile: user_id,
      timestamp: now,
      client: client(SERVER_CLIENT),
      ...row,
      reaction_type: reactionTypeThere(reaction_type),
    }),
    back: ({ user_profile, status_text, emoji_name, emoji_code, reaction_type }) => ({
      ...{ user_id: user_profile, status_text, emoji_name, emoji_code },
      reaction_type: reactionTypeHere(reaction_type),
    }),
  },
  {
    here: "user_presence",
    there: "zerver_userpresence",
    out: ({ user_id, realm_id, last_active_at, last_connected_at, last_update_id }, { nextId }) => ({
      id: nextId("zerver_userpresence"),
      ...{ user_profile: user_id, realm: realm_id, last_update_id },
      last_active_time: last_active_at,
      last_connected_time: last_connected_at,
    }),
    back: ({ user_profile, last_active_time, last_connected_time, last_update_id }, { realm }) => ({
      ...{ user_id: user_profile, realm_id: realm, last_update_id },
      last_active_at: last_active_time ?? null,
      last_connected_at: last_connected_time,
    }),
  },
  {
    here: "presence_counter",
    there: "zerver_presencesequence",
    out: ({ realm_id, last_update_id }, { nextId }) => ({
      ...{ id: nextId("zerver_presencesequence"), realm: realm_id, last_update_id },
    }),
    back: ({ last_update_id }, { realm }) => ({ realm_id: realm, last_update_id }),
  },
  {
    here: "user_activity",
    there: "zerver_useractivity",
    out: ({ user_id, last_day }, { nextId, client }) => ({
      id: nextId("zerver_useractivity"),
      user_profile: user_id,
      client: client(SERVER_CLIENT),
      query: "",
      count: 1,
      last_visit: Number(last_day) * DAY,
    }),
    back: ({ user_profile, last_visit }) => ({ user_id: user_profile, last_day: Math.floor(Number(last_visit) / DAY) }),
  },
  {
    here: "user_topic",
    there: "zerver_usertopic",
    out: ({ user_id, channel_id, topic_name, last_updated, visibility_policy }, { nextId, recipientOfChannel }) => ({
      id: nextId("zerver_usertopic"),
      ...{ user_profile: user_id, stream: channel_id, recipient: recipientOfChannel(Number(channel_id)) },
      ...{ topic_name, last_updated, visibility_policy },
    }),
    back: ({ user_profile, stream, topic_name, last_updated, visibility_policy }) => ({
      ...{ user_id: user_profile, channel_id: stream, topic_name, last_updated, visibility_policy },
      topic_key: fold(String(topic_name)),
    }),
  },
  {
    here: "default_channel",
    there: "zerver_defaultstream",
    out: ({ realm_id, channel_id }, { nextId }) => ({
      ...{ id: nextId("zerver_defaultstream"), realm: realm_id, stream: channel_id },
    }),
    back: ({ stream }, { realm }) => ({ realm_id: realm, channel_id: stream }),
  },
  {
    here: "channel_folder",
    there: "zerver_channelfolder",
    out: ({ realm_id, creator_id, place, name_key: _, ...row }) => ({
      ...{ ...row, realm: realm_id, creator: creator_id, order: place },
    }),
    back: ({ id, name, description, rendered_description, creator, date_created, is_archived, order }, { realm }) => ({
      ...{ id, realm_id: realm, name, description, rendered_description, creator_id: creator ?? null },
      ...{ date_created, is_archived, place: order ?? id },
    }),
  },
  {
    here: "user_group_member",
    there: "zerver_usergroupmembership",
    out: ({ group_id, user_id }, { nextId }) => ({
      ...{ id: nextId("zerver_usergroupmembership"), user_group: group_id, user_profile: user_id },
    }),
    back: ({ user_group, user_profile }) => ({ group_id: user_group, user_id: user_profile }),
  },
  {
    here: "user_group_subgroup",
    there: "zerver_groupgroupmembership",
    out: ({ group_id, subgroup_id }, { nextId }) => ({
      ...{ id: nextId("zerver_groupgroupmembership"), supergroup: group_id, subgroup: subgroup_id },
    }),
    back: ({ supergroup, subgroup }) => ({ group_id: supergroup, subgroup_id: subgroup }),
  },
  {
    here: "reaction",
    there: "zerver_reaction",
    out: ({ id, message_id, user_id, emoji_name, emoji_code, reaction_type }) => ({
      ...{ id, message: message_id, user_profile: user_id, emoji_name, emoji_code },
      reaction_type: reactionTypeThere(reaction_type),
    }),
    back: ({ id, message, user_profile, emoji_name, emoji_code, reaction_type }) => ({
      ...{ id, message_id: message, user_id: user_profile, emoji_name, emoji_code },
      reaction_type: reactionTypeHere(reaction_type),
    }),
  },
  {
    here: "bot_storage",
    there: "zerver_botstoragedata",
    out: ({ user_id, key, value }, { nextId }) => ({
      ...{ id: nextId("zerver_botstoragedata"), bot_profile: user_id, key, value },
    }),
    back: ({ bot_profile, key, value }) => ({
      ...{ user_id: bot_profile, key, value, characters: [...`${key}${value}`].length },
    }),
  },
  {
    here: "bot_service",
    there: "zerver_service",
    out: ({ user_id, base_url, interface: protocol, token }, { nextId }) => ({
      id: nextId("zerver_service"),
      ...{ name: `bot-${user_id}`, user_profile: user_id, base_url, token: token ?? "", interface: protocol },
    }),
    back: ({ user_profile, base_url, interface: protocol, token }) => ({
      ...{ user_id: user_profile, base_url, interface: protocol, token },
    }),
  },
];

/** The client of what people did not send with one. */
export const SERVER_CLIENT = "Parley";

function parsedOrNull(text: unknown): unknown {
  if (typeof text !== "string" || text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

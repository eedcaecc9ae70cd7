/** What a person's client knows of their organization, read from an answer to `POST /register`, here or there. */
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOrNothing,
  objectsIn,
  textIn,
  textOrNothing,
} from "../imports/json.ts";
import { channelPermissions, groupPermissions } from "../kernel/access/permission-settings.ts";
import { type BotState, botIn } from "./bot-state.ts";
import { UnusableAnswer } from "./errors.ts";
import { MAX_CHANNELS, MAX_EMOJI, MAX_GROUPS, MAX_PEOPLE, MAX_PERSONAL } from "./limits.ts";
import {
  type FolderState,
  folderIn,
  type ProfileFieldState,
  profileFieldIn,
  profileIn,
  type StatusState,
  statusesIn,
} from "./profile-state.ts";
import { idIn, idOrNothing, momentIn } from "./remote-values.ts";

export interface PersonState {
  readonly id: number;
  readonly name: string;
  /** Undefined where it is hidden. */
  readonly email: string | undefined;
  readonly role: number;
  readonly isActive: boolean;
  readonly botType: number | undefined;
  readonly botOwner: number | undefined;
  /** In seconds. */
  readonly joinedAt: number | undefined;
  readonly timezone: string;
  /** Where the picture is that the person has chosen; undefined if they have none. */
  readonly picture: string | undefined;
  /** The values of profile fields, by the ids of the fields. */
  readonly profile: ReadonlyMap<number, string>;
}

/** A group, or people and groups without a name. */
export type PermissionState = number | { readonly people: readonly number[]; readonly groups: readonly number[] };
export type Permissions = Readonly<Record<string, PermissionState>>;

export interface GroupState {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly isDeactivated: boolean;
  readonly creator: number | undefined;
  readonly createdAt: number | undefined;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  readonly permissions: Permissions;
}

export interface ChannelState {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryShared: boolean;
  readonly topicsPolicy: string;
  readonly retentionDays: number | null;
  readonly creator: number | undefined;
  readonly createdAt: number | undefined;
  readonly permissions: Permissions;
  readonly folder: number | undefined;
  /** Undefined where they are hidden. */
  readonly subscribers: readonly number[] | undefined;
  /** The reader's own settings; undefined if they are not subscribed. */
  readonly own: Readonly<Record<string, unknown>> | undefined;
}

export interface EmojiState {
  readonly id: string;
  readonly name: string;
  readonly isDeactivated: boolean;
  readonly author: number | undefined;
  readonly address: string;
}

export interface OrganizationState {
  readonly ownId: number;
  readonly people: ReadonlyMap<number, PersonState>;
  /** Bots of the server itself, by the first part of their address. */
  readonly systemBots: ReadonlyMap<string, number>;
  readonly groups: ReadonlyMap<number, GroupState>;
  readonly channels: ReadonlyMap<number, ChannelState>;
  readonly emoji: readonly EmojiState[];
  readonly defaultChannels: readonly number[];
  readonly linkifiers: readonly { readonly id: number; readonly pattern: string; readonly template: string }[];
  readonly userTopics: readonly { readonly channel: number; readonly topic: string; readonly policy: number }[];
  readonly mutedPeople: readonly number[];
  readonly alertWords: readonly string[];
  /** In their order. */
  readonly profileFields: readonly ProfileFieldState[];
  readonly folders: readonly FolderState[];
  /** Those that the reader manages: for administrators, all. */
  readonly bots: readonly BotState[];
  /** By the ids of people. */
  readonly statuses: ReadonlyMap<number, StatusState>;
  /** With the fields as they are. */
  readonly fields: Fields;
}

/** What a person has written and not sent, and the views of their sidebar. */
export const FETCHED_OF_OWN = ["drafts", "saved_snippets", "scheduled_messages", "reminders", "navigation_views"];

/** The other parts of a registration that are compared. */
export const FETCHED = [
  "realm",
  "realm_user",
  "realm_bot",
  "realm_user_groups",
  "user_group",
  "subscription",
  "realm_emoji",
  "realm_linkifiers",
  "default_streams",
  "user_settings",
  "realm_user_settings_defaults",
  "user_topic",
  "muted_users",
  "alert_words",
  ...["custom_profile_fields", "realm_playgrounds", "realm_domains", "default_stream_groups", "channel_folders"],
  "user_status",
];

export const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: false,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

const LONGEST_RETENTION_DAYS = 100_000;

export const idsIn = (value: unknown, what: string, most: number): number[] => {
  const list = bounded(listOf(value), what, most);
  return [...new Set(list.map((id) => idIn(id, what)))].sort((a, b) => a - b);
};

function bounded<T>(list: readonly T[], what: string, most: number): readonly T[] {
  if (list.length > most) throw new UnusableAnswer(`more than ${most} ${what}`);
  return list;
}

export const listIn = (fields: Fields, name: string, what: string, most: number): readonly Fields[] => {
  if (fields[name] !== undefined && !Array.isArray(fields[name])) throw new UnusableAnswer(`${what} that are no list`);
  return bounded(objectsIn(fields[name]), what, most);
};

const inOrder = (list: readonly Fields[]): Fields[] =>
  [...list].sort((a, b) => (numberOrNothing(a.order) ?? 0) - (numberOrNothing(b.order) ?? 0));

function byId<T extends { readonly id: number }>(list: readonly T[]): Map<number, T> {
  return new Map(list.map((each) => [each.id, each]));
}

export function stateIn(fields: Fields): OrganizationState {
  const people = [
    ...listIn(fields, "realm_users", "people", MAX_PEOPLE).map((each) => personIn(each, true)),
    ...listIn(fields, "realm_non_active_users", "people", MAX_PEOPLE).map((each) => personIn(each, false)),
  ];
  const channels = ["subscriptions", "unsubscribed", "never_subscribed"].flatMap((name) =>
    listIn(fields, name, "channels", MAX_CHANNELS).map((each) => channelIn(each, name === "subscriptions")),
  );
  return {
    ownId: idIn(fields.user_id, "an account"),
    people: byId(people),
    systemBots: new Map(
      listIn(fields, "cross_realm_bots", "bots of the server", MAX_PEOPLE).map((bot) => [
        textIn(bot.email).split("@", 1)[0] as string,
        idIn(bot.user_id, "a bot"),
      ]),
    ),
    groups: byId(listIn(fields, "realm_user_groups", "groups", MAX_GROUPS).map(groupIn)),
    channels: byId(channels),
    emoji: emojiIn(fields.realm_emoji),
    defaultChannels: defaultsIn(fields.realm_default_streams),
    linkifiers: listIn(fields, "realm_linkifiers", "linkifiers", MAX_PERSONAL).map((each) => ({
      id: idIn(each.id, "a linkifier"),
      pattern: textIn(each.pattern),
      template: textIn(each.url_template),
    })),
    userTopics: listIn(fields, "user_topics", "topic settings", MAX_PERSONAL).map((each) => ({
      channel: idIn(each.stream_id, "a channel"),
      topic: textIn(each.topic_name),
      policy: numberOrNothing(each.visibility_policy) ?? 0,
    })),
    mutedPeople: listIn(fields, "muted_users", "muted people", MAX_PERSONAL).map(({ id }) => idIn(id, "a person")),
    profileFields: inOrder(listIn(fields, "custom_profile_fields", "profile fields", MAX_EMOJI)).map(profileFieldIn),
    folders: inOrder(listIn(fields, "channel_folders", "folders", MAX_CHANNELS)).map(folderIn),
    bots: listIn(fields, "realm_bots", "bots", MAX_PEOPLE).map(botIn),
    statuses: statusesIn(fields.user_status),
    alertWords: bounded(listOf(fields.alert_words), "alert words", MAX_PERSONAL).map(textIn),
    fields,
  };
}

/** Older servers list whole channels. */
const defaultsIn = (value: unknown): number[] =>
  bounded(listOf(value), "default channels", MAX_CHANNELS).map((each) =>
    idIn(isFields(each) ? each.stream_id : each, "a channel"),
  );

function personIn(fields: Fields, isActive: boolean): PersonState {
  const avatar = textIn(fields.avatar_url);
  return {
    id: idIn(fields.user_id, "a person"),
    name: textIn(fields.full_name),
    email: textOrNothing(fields.delivery_email),
    role: numberOrNothing(fields.role) ?? 400,
    isActive,
    botType: fields.is_bot === true ? (numberOrNothing(fields.bot_type) ?? 1) : undefined,
    botOwner: idOrNothing(fields.bot_owner_id, "an owner of a bot"),
    joinedAt: momentIn(Date.parse(textIn(fields.date_joined)) / 1000),
    timezone: textIn(fields.timezone),
    picture: avatar.includes("/user_avatars/") ? avatar : undefined,
    profile: profileIn(fields.profile_data),
  };
}

function permissionIn(value: unknown): PermissionState | undefined {
  if (typeof value === "number") return idIn(value, "a group");
  if (!isFields(value)) return undefined;
  return {
    people: idsIn(value.direct_members, "a person", MAX_PEOPLE),
    groups: idsIn(value.direct_subgroups, "a group", MAX_GROUPS),
  };
}

export function permissionsIn(fields: Fields, names: readonly string[], prefix = ""): Permissions {
  const found = names.map((name) => [name, permissionIn(fields[`${prefix}${name}`])] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Permissions;
}

function groupIn(fields: Fields): GroupState {
  return {
    id: idIn(fields.id, "a group"),
    name: textIn(fields.name),
    description: textIn(fields.description),
    isSystem: fields.is_system_group === true,
    isDeactivated: fields.deactivated === true,
    creator: idOrNothing(fields.creator_id, "a person"),
    createdAt: momentIn(fields.date_created),
    members: idsIn(fields.members, "a member", MAX_PEOPLE),
    subgroups: idsIn(fields.direct_subgroup_ids, "a group", MAX_GROUPS),
    permissions: permissionsIn(fields, Object.keys(groupPermissions)),
  };
}

const retentionIn = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) <= LONGEST_RETENTION_DAYS ? (value as number) : null;

const OWN = [
  "color",
  "is_muted",
  "pin_to_top",
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

function channelIn(fields: Fields, isSubscribed: boolean): ChannelState {
  return {
    id: idIn(fields.stream_id, "a channel"),
    name: textIn(fields.name),
    description: textIn(fields.description),
    isArchived: fields.is_archived === true,
    isPrivate: fields.invite_only === true,
    isWebPublic: fields.is_web_public === true,
    isHistoryShared: fields.invite_only !== true || fields.history_public_to_subscribers === true,
    topicsPolicy: textOrNothing(fields.topics_policy) ?? "inherit",
    retentionDays: retentionIn(fields.message_retention_days),
    creator: idOrNothing(fields.creator_id, "a person"),
    createdAt: momentIn(fields.date_created),
    permissions: permissionsIn(fields, Object.keys(channelPermissions)),
    folder: idOrNothing(fields.folder_id, "a folder"),
    subscribers: Array.isArray(fields.subscribers) ? idsIn(fields.subscribers, "a subscriber", MAX_PEOPLE) : undefined,
    own: isSubscribed ? Object.fromEntries(OWN.map((name) => [name, fields[name] ?? null])) : undefined,
  };
}

function emojiIn(value: unknown): EmojiState[] {
  const all = Object.values(fieldsOf(value));
  return bounded(objectsIn(all), "emoji", MAX_EMOJI).map((each) => ({
    id: textIn(each.id),
    name: textIn(each.name),
    isDeactivated: each.deactivated === true,
    author: idOrNothing(each.author_id, "a person"),
    address: textIn(each.source_url),
  }));
}

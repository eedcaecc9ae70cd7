/** A channel that is being created: what is filled in, and the request that creates it. */
import { type Connection, holderOf, realmSettings, type State } from "@parley/client";
import { maySetDeletion, maySetTopicsPolicy, OVER_DELETION } from "@parley/server/channels/permissions.ts";
import { channelCreation, permissionSettings } from "@parley/server/contract";
import { isSameWho, type RoleName, rolesIn, type WhoValue } from "../../who/who.ts";
import { retentionParam } from "../channel-source.ts";
import { type PeopleChoice, peopleIn } from "../people-choice.ts";
import type { ChannelPermission } from "../permissions.ts";
import { type ChannelKind, kindsToMake, PRIVACY } from "../privacy.ts";
import { maySetFirstDefault, maySetFirstRetention } from "../rights.ts";

const { channelPermissions: table, CHANNEL_PERMISSIONS } = permissionSettings;

export interface NewChannelForm {
  readonly name: string;
  readonly description: string;
  readonly kind: ChannelKind;
  readonly folderId: number | null;
  readonly isAnnounced: boolean;
  readonly hasFirstMessage: boolean;
  readonly isDefault: boolean;
  /** A number of days, null without a limit, or "inherited". */
  readonly retention: unknown;
  readonly topicsPolicy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
  readonly permissions: Readonly<Record<ChannelPermission, WhoValue>>;
  readonly choices: readonly PeopleChoice[];
}

export function emptyForm(state: State, folderId: number | undefined): NewChannelForm {
  return {
    name: "",
    description: "",
    kind: kindsToMake(state)[0] ?? "public",
    folderId: folderId ?? null,
    isAnnounced: false,
    hasFirstMessage: true,
    isDefault: false,
    retention: "inherited",
    topicsPolicy: "inherit",
    permissions: firstPermissions(state),
    choices: [{ type: "person", userId: state.users.ownId }],
  };
}

/** What the server gives a new channel. */
export function firstPermissions({ users, groups }: Pick<State, "users" | "groups">): NewChannelForm["permissions"] {
  const roles = rolesIn(groups);
  const firstOf = (key: ChannelPermission): WhoValue => {
    const { default: held } = table[key];
    if (held === "stream_creator_or_nobody") return { direct_members: [users.ownId], direct_subgroups: [] };
    return roles.get(held as RoleName) ?? -1;
  };
  return Object.fromEntries(CHANNEL_PERMISSIONS.map((key) => [key, firstOf(key)])) as NewChannelForm["permissions"];
}

/** Settings of a new channel that need more than the right to create it. */
export function mayFillIn(state: State) {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  const isOverDeletion = (key: ChannelPermission) => OVER_DELETION.some((each) => each === key);
  return {
    topicsPolicy: maySetTopicsPolicy(reader, settings),
    retention: maySetFirstRetention(state),
    isDefault: maySetFirstDefault(state),
    permission: (key: ChannelPermission) => !isOverDeletion(key) || maySetDeletion(reader, settings),
  };
}

/** Sends only permissions that differ from what the server gives by itself. */
export function creationRequest(state: State, form: NewChannelForm, userIds: readonly number[]) {
  const roles = rolesIn(state.groups);
  const first = firstPermissions(state);
  const changed = CHANNEL_PERMISSIONS.filter((key) => !isSameWho(form.permissions[key], first[key], roles));
  const { invite_only } = PRIVACY[form.kind];
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    subscribers: [...userIds] as never,
    folder_id: form.folderId,
    ...PRIVACY[form.kind],
    announce: form.isAnnounced && form.hasFirstMessage,
    send_new_subscription_messages: form.hasFirstMessage,
    // A default channel is public; it may have been chosen before.
    is_default_stream: form.isDefault && !invite_only,
    ...(form.retention === "inherited" ? {} : { message_retention_days: retentionParam(form.retention) }),
    ...(form.topicsPolicy === "inherit" ? {} : { topics_policy: form.topicsPolicy }),
    ...Object.fromEntries(changed.map((key) => [key, form.permissions[key]])),
  };
}

export const createChannel = (connection: Connection, state: State, form: NewChannelForm) =>
  connection.call(channelCreation.createChannel, creationRequest(state, form, [...peopleIn(state, form.choices)]));

/** Whether a channel that the reader can see has the name. */
export function isNameTaken({ channels }: Pick<State, "channels">, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  return [...channels.channels.values()].some((known) => known.name.toLowerCase() === wanted);
}

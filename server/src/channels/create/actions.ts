/** Creates channels: their type, permissions and events. */

import type { GroupSettingValue } from "../../kernel/access/group-setting.ts";
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
  channelPermissions,
  type SystemGroupName,
} from "../../kernel/access/permission-settings.ts";
import { isAdministrator, isOwner } from "../../kernel/access/roles.ts";
import { checkSettingValue, storeSettingValue } from "../../kernel/access/setting-values.ts";
import { allowsWebPublicChannels } from "../../kernel/access/visitors.ts";
import {
  BadValue,
  demand,
  type GroupId,
  InsufficientPermission,
  type ShapeOf,
  type UserId,
} from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { type Audience, toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { toThoseWhoSee } from "../audience.ts";
import { folderById } from "../channel-folders/store.ts";
import {
  type creationParams,
  DefaultChannelCannotBePrivate,
  InvalidFolder,
  InvalidKind,
  WebPublicChannelsNotEnabled,
} from "../contract.ts";
import { addDefaults } from "../default-channels/actions.ts";
import { oneLine, renderDescription } from "../description.ts";
import { channelCreateEvent } from "../events.ts";
import { recordedPrivacy } from "../kind.ts";
import { mayCreate, mayOpenToEverybody, maySetDeletion, maySetTopicsPolicy, OVER_DELETION } from "../permissions.ts";
import { presentChannels } from "../present.ts";
import { type ChannelRow, insertChannel } from "../store.ts";

export type CreationRequest = ShapeOf<typeof creationParams>;
/** The validated settings of a new channel, without its name. */
export interface ChannelPlan {
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_default: boolean;
  message_retention_days: number | null;
  topics_policy: ChannelRow["topics_policy"];
  folder_id: number | null;
  permissions: Partial<Record<ChannelPermission, GroupSettingValue>>;
}

export const PUBLIC_CHANNEL: ChannelPlan = {
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_default: false,
  message_retention_days: null,
  topics_policy: "inherit",
  folder_id: null,
  permissions: {},
};

/** Validates the settings of new channels, before it is known whether any must be created. */
export async function planChannels(ctx: WriteContext, request: CreationRequest): Promise<ChannelPlan> {
  const permissions = await checkPermissions(ctx, request);
  return { ...(await planProperties(ctx, request)), permissions };
}

/** Everything except for the permissions. */
export async function planProperties(
  ctx: WriteContext,
  request: CreationRequest,
): Promise<Omit<ChannelPlan, "permissions">> {
  const { folder_id = null } = request;
  if (folder_id !== null && !(await folderById(ctx.db, ctx.realm.id, folder_id))) throw new InvalidFolder();
  const message_retention_days = retentionDays(request.message_retention_days);
  const { topics_policy = "inherit" } = request;
  demand(topics_policy === "inherit" || maySetTopicsPolicy(ctx.user, ctx.realm.settings), new InsufficientPermission());
  const { invite_only, is_web_public } = request;
  return {
    invite_only,
    is_web_public,
    // A private channel's history is protected unless the request shares it; other channels always share it.
    history_public_to_subscribers: !invite_only || (request.history_public_to_subscribers ?? false),
    is_default: request.is_default_stream,
    message_retention_days,
    topics_policy,
    folder_id,
  };
}

export async function checkPermissions(
  ctx: WriteContext,
  request: CreationRequest,
): Promise<ChannelPlan["permissions"]> {
  const permissions: ChannelPlan["permissions"] = {};
  for (const name of CHANNEL_PERMISSIONS) {
    const sent = request[name];
    if (sent !== undefined)
      permissions[name] = await checkSettingValue(ctx, { name, limits: channelPermissions[name] }, sent);
  }
  const nobody = ctx.realm.systemGroups["role:nobody"];
  const setsDeletion = OVER_DELETION.some((name) => (permissions[name] ?? nobody) !== nobody);
  demand(!setsDeletion || maySetDeletion(ctx.user, ctx.realm.settings), new InsufficientPermission());
  return permissions;
}

export function retentionDays(sent: CreationRequest["message_retention_days"]): number | null {
  if (sent === undefined || sent === "realm_default") return null;
  if (sent === "unlimited") return -1;
  if (typeof sent === "string" || sent <= 0)
    throw new BadValue({ var_name: "message_retention_days", bad_value: sent });
  return sent;
}

/** Whether the caller may create such a channel. */
export function checkMayCreate(ctx: WriteContext, plan: Omit<ChannelPlan, "permissions">): void {
  const { user, realm, app } = ctx;
  demand(!(plan.invite_only && plan.is_web_public), new InvalidKind());
  demand(mayCreate(user, realm.settings, plan), new InsufficientPermission());
  demand(!plan.is_default || isAdministrator(user), new InsufficientPermission());
  demand(!(plan.is_default && plan.invite_only), new DefaultChannelCannotBePrivate());
  if (plan.is_web_public) {
    demand(allowsWebPublicChannels(app, realm), new WebPublicChannelsNotEnabled());
    demand(mayOpenToEverybody(user, realm.settings), new InsufficientPermission());
  }
  demand(plan.message_retention_days === null || isOwner(user), new MustBeOwner());
}

export interface NewChannel {
  name: string;
  description: string;
  creator_id: UserId | null;
}

/** Makes one channel. */
export async function createChannel(
  ctx: Writing,
  plan: ChannelPlan,
  made: NewChannel,
  subscribers: readonly UserId[],
): Promise<ChannelRow> {
  const [channel] = await createChannels(ctx, plan, [made], subscribers);
  return channel as ChannelRow;
}

/** Creates channels of one type. Each event goes to users who can see the channel and to its future subscribers. */
export async function createChannels(
  ctx: Writing,
  plan: ChannelPlan,
  made: readonly NewChannel[],
  subscribers: readonly UserId[],
): Promise<ChannelRow[]> {
  const { db, realm } = ctx;
  const channels: ChannelRow[] = [];
  for (const each of made) channels.push(await storeChannel(ctx, plan, each));
  const presented = await presentChannels(db, realm, channels);
  for (const [index, channel] of channels.entries()) {
    record(ctx, "channel_created", { channel: channel.id, privacy: recordedPrivacy(channel) });
    const streams = presented.slice(index, index + 1);
    append(ctx, channelCreateEvent({ op: "create", streams }), await toFirstViewers(ctx, channel, subscribers));
  }
  const ids = channels.map((channel) => channel.id);
  if (plan.is_default) await addDefaults(ctx, ids);
  return channels;
}

async function storeChannel(
  ctx: Writing,
  plan: ChannelPlan,
  { name, description, creator_id }: NewChannel,
): Promise<ChannelRow> {
  const { db, realm, now } = ctx;
  return insertChannel(db, {
    realm_id: realm.id,
    name,
    description: oneLine(description),
    rendered_description: await renderDescription(ctx, oneLine(description)),
    date_created: now,
    creator_id,
    invite_only: plan.invite_only,
    is_web_public: plan.is_web_public,
    history_public_to_subscribers: plan.history_public_to_subscribers,
    is_archived: false,
    is_recently_active: true,
    message_retention_days: plan.message_retention_days,
    topics_policy: plan.topics_policy,
    folder_id: plan.folder_id,
    ...(await storePermissions(ctx, plan, creator_id)),
  });
}

async function toFirstViewers(ctx: Writing, channel: ChannelRow, subscribers: readonly UserId[]): Promise<Audience> {
  if (channel.is_web_public) return toEveryone;
  const { subscribersOf: _, ...others } = await toThoseWhoSee(ctx.db, channel);
  return { ...others, users: [...(others.users ?? []), ...subscribers] };
}

async function storePermissions(
  ctx: Writing,
  plan: ChannelPlan,
  creator_id: UserId | null,
): Promise<Record<ChannelPermission, GroupId>> {
  const stored: Partial<Record<ChannelPermission, GroupId>> = {};
  for (const [name, { default: fallback }] of Object.entries(channelPermissions)) {
    const value = plan.permissions[name as ChannelPermission] ?? defaultValue(ctx, fallback, creator_id);
    stored[name as ChannelPermission] = await storeSettingValue(ctx.db, ctx.realm.id, value);
  }
  return stored as Record<ChannelPermission, GroupId>;
}

function defaultValue(ctx: Writing, fallback: string, creator_id: UserId | null): GroupSettingValue {
  const { systemGroups } = ctx.realm;
  if (fallback !== "stream_creator_or_nobody") return systemGroups[fallback as SystemGroupName];
  return creator_id === null ? systemGroups["role:nobody"] : { direct_members: [creator_id], direct_subgroups: [] };
}

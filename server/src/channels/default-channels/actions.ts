/** Default channels, and groups of channels that new users can choose. */

import { isGuest } from "../../kernel/access/roles.ts";
import { ApiError, type ChannelId, demand, said, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toNonGuests, toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandFits, demandRoom } from "../../kernel/limits/room.ts";
import { on } from "../../kernel/moments.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { invisiblePosition, nameKey, tidied, visibleForm } from "../../kernel/names/visible.ts";
import { roleChanged } from "../../people/moments.ts";
import { checkChannelName } from "../names.ts";
import { hasContentAccess, hasMetadataAccess } from "../permissions.ts";
import { type Channel, channelsByName } from "../store.ts";
import { GroupNameHasNull, GroupNameTooLong, MAX_GROUP_NAME_LENGTH, NothingToChange, noSuchGroup } from "./contract.ts";
import { defaultChannelsEvent, defaultGroupsEvent } from "./events.ts";
import {
  addToGroup,
  changeGroup,
  type DefaultGroup,
  defaultChannelIds,
  defaultGroupsOf,
  deleteDefault,
  deleteGroup,
  insertDefaults,
  insertGroup,
  removeFromAllGroups,
  removeFromGroup,
} from "./store.ts";

/** Does nothing for those that are already default channels; the caller has checked the permission. */
export async function addDefaults(ctx: Writing, channelIds: readonly ChannelId[]): Promise<void> {
  const { db, realm } = ctx;
  const current = await defaultChannelIds(db, realm.id);
  const added = channelIds.filter((id) => !current.includes(id));
  if (added.length === 0) return;
  demandFits(ctx, "default_channels", current.length + added.length);
  await insertDefaults(db, realm.id, added);
  for (const channel of added) record(ctx, "default_channel_added", { channel });
  announceDefaults(ctx, [...current, ...added]);
}

/** Does nothing if it is not a default channel; the caller has checked the permission. */
export async function removeDefault(ctx: Writing, channelId: ChannelId): Promise<void> {
  const { db, realm } = ctx;
  const current = await defaultChannelIds(db, realm.id);
  if (!current.includes(channelId)) return;
  await deleteDefault(db, realm.id, channelId);
  record(ctx, "default_channel_removed", { channel: channelId });
  announceDefaults(
    ctx,
    current.filter((id) => id !== channelId),
  );
}

function announceDefaults(ctx: Writing, ids: readonly ChannelId[]): void {
  const default_streams = ids.toSorted((a, b) => a - b);
  append(ctx, defaultChannelsEvent({ default_streams }), toNonGuests);
}

/** An archived channel is not a default channel. */
export async function forgetAsDefault(ctx: Writing, channelId: ChannelId): Promise<void> {
  await removeDefault(ctx, channelId);
  const groups = await removeFromAllGroups(ctx.db, channelId);
  for (const default_group_id of groups) record(ctx, "default_channel_group_changed", { default_group_id });
  if (groups.length > 0) await announceGroups(ctx);
}

async function announceGroups(ctx: Writing): Promise<void> {
  const default_stream_groups = await defaultGroupsOf(ctx.db, ctx.realm.id);
  append(ctx, defaultGroupsEvent({ default_stream_groups }), toNonGuests);
}

/** Guests have none: users who become or stop being a guest get the new list. */
async function announceDefaultsTo(ctx: Writing, user: { id: UserId; role: number }): Promise<void> {
  const { db, realm } = ctx;
  const default_streams = isGuest(user) ? [] : await defaultChannelIds(db, realm.id);
  const default_stream_groups = isGuest(user) ? [] : await defaultGroupsOf(db, realm.id);
  append(ctx, defaultChannelsEvent({ default_streams }), toUsers(user.id));
  append(ctx, defaultGroupsEvent({ default_stream_groups }), toUsers(user.id));
}

export async function createDefaultGroup(
  ctx: WriteContext,
  group: { name: string; description: string; channelNames: readonly string[] },
): Promise<void> {
  const { db, realm } = ctx;
  const channels = await channelsNamed(ctx, group.channelNames, hasContentAccess);
  await refuseDefaults(ctx, channels, group.name);
  const name = await checkGroupName(ctx, group.name);
  await demandRoom(ctx, "default_channel_groups", { realm_id: realm.id });
  demandFits(ctx, "channels_in_default_group", channels.length);
  const id = await insertGroup(db, realm.id, name, group.description);
  await addToGroup(
    db,
    id,
    channels.map((channel) => channel.id),
  );
  record(ctx, "default_channel_group_created", { default_group_id: id });
  await announceGroups(ctx);
}

export async function updateDefaultGroup(
  ctx: WriteContext,
  id: number,
  changes: { name: string | undefined; description: string | undefined },
): Promise<void> {
  demand(changes.name !== undefined || changes.description !== undefined, new NothingToChange());
  const group = await groupFor(ctx, id);
  if (changes.name !== undefined && changes.name.trim() === group.name)
    throw new ApiError(said`This default channel group is already named '${group.name}'`);
  const name = changes.name === undefined ? undefined : await checkGroupName(ctx, changes.name);
  await changeGroup(ctx.db, id, { name, description: changes.description });
  record(ctx, "default_channel_group_changed", { default_group_id: id });
  await announceGroups(ctx);
}

export async function deleteDefaultGroup(ctx: WriteContext, id: number): Promise<void> {
  await groupFor(ctx, id);
  await deleteGroup(ctx.db, id);
  record(ctx, "default_channel_group_deleted", { default_group_id: id });
  await announceGroups(ctx);
}

export async function changeGroupChannels(
  ctx: WriteContext,
  id: number,
  op: "add" | "remove",
  names: readonly string[],
): Promise<void> {
  const group = await groupFor(ctx, id);
  const channels = await channelsNamed(ctx, names, op === "add" ? hasContentAccess : hasMetadataAccess);
  if (op === "add") await refuseDefaults(ctx, channels, group.name);
  for (const channel of channels) {
    const isIn = group.streams.includes(channel.id);
    if (op === "add" && isIn)
      throw new ApiError(said`Channel '${channel.name}' is already present in default channel group '${group.name}'`);
    if (op === "remove" && !isIn)
      throw new ApiError(said`Channel '${channel.name}' is not present in default channel group '${group.name}'`);
  }
  const ids = channels.map((channel) => channel.id);
  if (op === "add") demandFits(ctx, "channels_in_default_group", group.streams.length + ids.length);
  await (op === "add" ? addToGroup : removeFromGroup)(ctx.db, id, ids);
  record(ctx, "default_channel_group_changed", { default_group_id: id });
  await announceGroups(ctx);
}

async function groupFor({ db, realm }: WriteContext, id: number): Promise<DefaultGroup> {
  const group = (await defaultGroupsOf(db, realm.id)).find((each) => each.id === id);
  if (!group) throw noSuchGroup(id);
  return group;
}

async function checkGroupName({ db, realm }: WriteContext, sent: string): Promise<string> {
  const name = tidied(sent);
  if (name === "") throw new ApiError(said`Invalid default channel group name '${sent}'`);
  demand(!isLonger(name, MAX_GROUP_NAME_LENGTH), new GroupNameTooLong());
  demand(!name.includes("\0"), new GroupNameHasNull());
  const position = invisiblePosition(name);
  if (position !== undefined)
    throw new ApiError(said`Invalid character in default channel group name, at position ${position}.`);
  const form = visibleForm(name);
  if ((await defaultGroupsOf(db, realm.id)).some((group) => visibleForm(group.name) === form))
    throw new ApiError(said`Default channel group '${name}' already exists`);
  return name;
}

/** Offering a channel to new users lets them read it, so the caller must be able to read it. */
async function channelsNamed(
  ctx: WriteContext,
  names: readonly string[],
  rule: typeof hasContentAccess,
): Promise<Channel[]> {
  const wanted = [...new Set(names.map((name) => nameKey(checkChannelName(name))))];
  const found = await channelsByName(ctx.db, ctx.realm.id, ctx.user.id, wanted);
  const open = found.filter((channel) => !channel.is_archived && rule(ctx.user, channel));
  const known = new Map(open.map((channel) => [channel.name_key, channel]));
  const missing = names.find((name) => !known.has(nameKey(name.trim())));
  if (missing !== undefined) throw new ApiError(said`Invalid channel name '${missing}'`);
  return wanted.map((key) => known.get(key) as Channel);
}

async function refuseDefaults(ctx: WriteContext, channels: readonly Channel[], groupName: string): Promise<void> {
  const defaults = new Set(await defaultChannelIds(ctx.db, ctx.realm.id));
  const both = channels.find((channel) => defaults.has(channel.id));
  if (both) throw new ApiError(said`'${both.name}' is a default channel and cannot be added to '${groupName}'`);
}

export const tellingDefaults = on(roleChanged, (ctx, { user, before }) => {
  if (isGuest(user) !== isGuest({ role: before })) return announceDefaultsTo(ctx, user);
});

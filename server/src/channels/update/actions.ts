/** Changes a channel: every property has its own rule and event; a request is applied completely or not at all. */

import { CHANNEL_PERMISSIONS } from "../../kernel/access/permission-settings.ts";
import { isAdministrator } from "../../kernel/access/roles.ts";
import { allowsWebPublicChannels } from "../../kernel/access/visitors.ts";
import { demand, InsufficientPermission, type ShapeOf } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { announceRenamedChannel } from "../../people/bots/announce.ts";
import { viewersOf } from "../../people/users/viewers.ts";
import { plainly } from "../../text/notices/markup.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../text/topics.ts";
import { toThoseWhoSee } from "../audience.ts";
import { folderById } from "../channel-folders/store.ts";
import {
  ChannelAlreadyExists,
  DefaultChannelCannotBePrivate,
  InvalidFolder,
  WebPublicChannelsNotEnabled,
} from "../contract.ts";
import { retentionDays } from "../create/actions.ts";
import { addDefaults, removeDefault } from "../default-channels/actions.ts";
import { defaultChannelIds } from "../default-channels/store.ts";
import { oneLine, renderDescription } from "../description.ts";
import { channelUpdateEvent } from "../events.ts";
import { kindOf, namesPrivacy, type Privacy, privacyAfter, recordedPrivacy } from "../kind.ts";
import { checkChannelName } from "../names.ts";
import { announceInChannel, retention } from "../notices.ts";
import {
  hasContentAccess,
  mayCreate,
  mayOpenToEverybody,
  maySetDeletion,
  maySetTopicsPolicy,
  OVER_DELETION,
} from "../permissions.ts";
import { announceSight, sightOf } from "../sight.ts";
import { type Channel, type ChannelRow, changeChannel, channelsByName, hasNamedTopics } from "../store.ts";
import { unarchive } from "./archive.ts";
import {
  AlreadyNamedSo,
  ArchivedCannotBeDefault,
  ContentAccessRequired,
  MayNotChangeDefaults,
  ModerationChannelMustBePrivate,
  OtherTopicsExist,
  type updateChannel as operation,
} from "./contract.ts";
import { updatePermission } from "./holders.ts";

export type UpdateRequest = Omit<ShapeOf<(typeof operation)["params"]>, "stream_id">;

/** The caller's permissions are those before the request. */
export async function updateChannel(ctx: WriteContext, channel: Channel, request: UpdateRequest): Promise<void> {
  const privacy = privacyAfter(channel, request);
  await checkPrivacy(ctx, channel, request, privacy);
  let current: ChannelRow = channel;
  current = await changeTopicsPolicy(ctx, current, request.topics_policy);
  if (kindOf(privacy) !== kindOf(channel)) current = await changePrivacy(ctx, current, privacy);
  await changeDefault(ctx, current, request);
  current = await changeRetention(ctx, current, request.message_retention_days);
  if (request.is_archived === false) current = await unarchive(ctx, current);
  const setsDeletion = OVER_DELETION.some((name) => request[name] !== undefined);
  demand(!setsDeletion || maySetDeletion(ctx.user, ctx.realm.settings), new InsufficientPermission());
  current = await changeDescription(ctx, current, request.description);
  current = await rename(ctx, current, request.new_name);
  current = await changeFolder(ctx, current, request.folder_id);
  const canRead = hasContentAccess(ctx.user, channel);
  for (const name of CHANNEL_PERMISSIONS) {
    const update = request[name];
    if (update) current = await updatePermission(ctx, current, name, update, canRead);
  }
}

type PlainProperty = "topics_policy" | "message_retention_days" | "description" | "name" | "folder_id";

/** The audit log records that they changed, without the values. */
const TEXTS: readonly PlainProperty[] = ["name", "description"];

/** Notifies everyone who can see the channel, under its previous name. */
async function announce(
  ctx: WriteContext,
  before: ChannelRow,
  changed: ChannelRow,
  property: PlainProperty,
  value: number | string | null,
  more: { rendered_description?: string } = {},
): Promise<void> {
  const { id, name } = before;
  const event = channelUpdateEvent({ op: "update", stream_id: id, name, property, value, ...more });
  append(ctx, event, await toThoseWhoSee(ctx.db, changed));
  const values = TEXTS.includes(property) ? {} : { from: before[property], to: value };
  record(ctx, "channel_setting_changed", { channel: id, setting: property, ...values });
}

async function checkPrivacy(
  ctx: WriteContext,
  channel: Channel,
  request: UpdateRequest,
  { invite_only }: Privacy,
): Promise<void> {
  const { user, realm, app } = ctx;
  if (invite_only) {
    const isDefault = request.is_default_stream ?? (await defaultChannelIds(ctx.db, realm.id)).includes(channel.id);
    demand(!isDefault, new DefaultChannelCannotBePrivate());
  }
  demand(
    invite_only || realm.settings.moderation_request_channel_id !== channel.id,
    new ModerationChannelMustBePrivate(),
  );
  if (namesPrivacy(request)) demand(hasContentAccess(user, channel), new ContentAccessRequired());
  if (request.is_private !== undefined)
    demand(mayCreate(user, realm.settings, { invite_only }), new InsufficientPermission());
  if (request.is_web_public) {
    demand(allowsWebPublicChannels(app, realm), new WebPublicChannelsNotEnabled());
    demand(mayOpenToEverybody(user, realm.settings), new InsufficientPermission());
  }
}

async function changeTopicsPolicy(
  ctx: WriteContext,
  channel: ChannelRow,
  topics_policy: ChannelRow["topics_policy"] | undefined,
): Promise<ChannelRow> {
  if (topics_policy === undefined || topics_policy === channel.topics_policy) return channel;
  demand(topics_policy === "inherit" || maySetTopicsPolicy(ctx.user, ctx.realm.settings), new InsufficientPermission());
  if (topics_policy === "empty_topic_only" && (await hasNamedTopics(ctx.db, channel.id)))
    throw new OtherTopicsExist({ empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME });
  const changed = await changeChannel(ctx.db, channel.id, { topics_policy });
  await announce(ctx, channel, changed, "topics_policy", topics_policy);
  await announceInChannel(ctx, changed, (say, who) =>
    say.topicsPolicyChanged(who, channel.topics_policy, topics_policy),
  );
  return changed;
}

async function changePrivacy(ctx: WriteContext, channel: ChannelRow, privacy: Privacy): Promise<ChannelRow> {
  const { db, realm } = ctx;
  const users = await viewersOf(db, realm.id);
  const before = await sightOf(db, [channel], users);
  const changed = await changeChannel(db, channel.id, { ...privacy });
  const values = { from: recordedPrivacy(channel), to: recordedPrivacy(changed) };
  record(ctx, "channel_setting_changed", { channel: channel.id, setting: "privacy", ...values });
  const gained = await announceSight(ctx, [changed], users, before, await sightOf(db, [changed], users));
  const { invite_only, ...others } = privacy;
  const event = { op: "update" as const, stream_id: channel.id, name: channel.name, property: "invite_only" as const };
  append(ctx, channelUpdateEvent({ ...event, value: invite_only, ...others }), {
    ...(await toThoseWhoSee(db, changed)),
    except: gained.get(channel.id) ?? [],
  });
  await announceInChannel(ctx, changed, (say, who) => say.kindChanged(who, kindOf(channel), kindOf(changed)));
  return changed;
}

async function changeDefault(
  ctx: WriteContext,
  channel: ChannelRow,
  { is_default_stream: isDefault, is_archived }: UpdateRequest,
): Promise<void> {
  if (isDefault === undefined) return;
  demand(isAdministrator(ctx.user), new MayNotChangeDefaults());
  const staysArchived = channel.is_archived && is_archived !== false;
  demand(!(isDefault && staysArchived), new ArchivedCannotBeDefault());
  await (isDefault ? addDefaults(ctx, [channel.id]) : removeDefault(ctx, channel.id));
}

async function changeRetention(
  ctx: WriteContext,
  channel: ChannelRow,
  sent: UpdateRequest["message_retention_days"],
): Promise<ChannelRow> {
  if (sent === undefined) return channel;
  demand(isAdministrator(ctx.user), new MustBeAdministrator());
  const message_retention_days = retentionDays(sent);
  if (message_retention_days === channel.message_retention_days) return channel;
  const changed = await changeChannel(ctx.db, channel.id, { message_retention_days });
  await announce(ctx, channel, changed, "message_retention_days", message_retention_days);
  await announceInChannel(ctx, changed, (say, who) =>
    say.retentionChanged(who, retention(ctx.realm, channel), retention(ctx.realm, changed)),
  );
  return changed;
}

async function changeDescription(
  ctx: WriteContext,
  channel: ChannelRow,
  sent: string | undefined,
): Promise<ChannelRow> {
  const description = sent === undefined ? channel.description : oneLine(sent);
  if (description === channel.description) return channel;
  const rendered_description = await renderDescription(ctx, description);
  const changed = await changeChannel(ctx.db, channel.id, { description, rendered_description });
  await announce(ctx, channel, changed, "description", description, { rendered_description });
  await announceInChannel(ctx, changed, (say, who) => say.described(who, channel.description, description));
  return changed;
}

async function rename(ctx: WriteContext, channel: ChannelRow, sent: string | undefined): Promise<ChannelRow> {
  if (sent === undefined) return channel;
  const name = checkChannelName(sent);
  demand(name !== channel.name, new AlreadyNamedSo());
  const name_key = nameKey(name);
  if (name_key !== channel.name_key) await checkNameIsFree(ctx, name);
  const changed = await changeChannel(ctx.db, channel.id, { name, name_key });
  await announce(ctx, channel, changed, "name", name);
  await announceRenamedChannel(ctx, channel.id);
  await announceInChannel(ctx, changed, (say, who) => say.renamed(who, channel.name, name));
  return changed;
}

/** Archived channels reserve their names. */
export async function checkNameIsFree({ db, realm, user }: WriteContext, name: string): Promise<void> {
  const [taken] = await channelsByName(db, realm.id, user.id, [name]);
  if (taken) throw new ChannelAlreadyExists({ channel_name: name });
}

async function changeFolder(
  ctx: WriteContext,
  channel: ChannelRow,
  folder_id: number | null | undefined,
): Promise<ChannelRow> {
  if (folder_id === undefined || folder_id === channel.folder_id) return channel;
  const folder = folder_id === null ? undefined : await folderById(ctx.db, ctx.realm.id, folder_id);
  demand(folder_id === null || folder !== undefined, new InvalidFolder());
  const changed = await changeChannel(ctx.db, channel.id, { folder_id });
  await announce(ctx, channel, changed, "folder_id", folder_id);
  await announceInChannel(ctx, changed, (say, who) => say.folderChanged(who, folder && plainly(folder.name)));
  return changed;
}

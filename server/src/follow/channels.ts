/** Channels with their permissions, and who is subscribed to them. */
import { pickColor } from "../channels/colors.ts";
import { createChannel, PUBLIC_CHANNEL } from "../channels/create/actions.ts";
import { oneLine, renderDescription } from "../channels/description.ts";
import { type ChannelRow, changeChannel, newestMessageId } from "../channels/store.ts";
import { endSubscriptions, insertSubscriptions, subscribersOf } from "../channels/subscriptions/store.ts";
import { channelNameFrom, shortenedTo } from "../imports/names.ts";
import type { GroupSettingValue } from "../kernel/access/group-setting.ts";
import { type ChannelPermission, channelPermissions } from "../kernel/access/permission-settings.ts";
import { checkSettingValue, storeSettingValue } from "../kernel/access/setting-values.ts";
import { raiseVersion } from "../kernel/access/store.ts";
import { allowsWebPublicChannels } from "../kernel/access/visitors.ts";
import { ApiError } from "../kernel/api/index.ts";
import { change, type Writing } from "../kernel/context.ts";
import { nameKey } from "../kernel/names/visible.ts";
import { type Difference, isSame } from "./difference.ts";
import { asSent, changedPermissions, type Sides } from "./sides.ts";
import type { ChannelState } from "./state.ts";

const LONGEST_DESCRIPTION = 1024;
const POLICIES: readonly string[] = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"];

interface Wanted {
  readonly name: string;
  readonly description: string;
  readonly is_archived: boolean;
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly history_public_to_subscribers: boolean;
  readonly topics_policy: ChannelRow["topics_policy"];
  readonly message_retention_days: number | null;
}

export async function channelDifferences(sides: Sides): Promise<Difference[]> {
  const { remote, local, ids, server } = sides;
  const mayBeOpen = allowsWebPublicChannels(server.app, await server.realm());
  const found: Difference[] = [];
  for (const channel of [...remote.channels.values()].sort((a, b) => a.id - b.id)) {
    const wanted = wantedOf(channel, mayBeOpen);
    const id = ids.get("channel", channel.id);
    const here = id === undefined ? undefined : local.channels.get(id);
    if (id === undefined)
      found.push({ says: `#${wanted.name} is not here.`, mend: () => create(sides, channel, wanted) });
    else if (!here) found.push({ says: `#${wanted.name} is not visible here to the same person.` });
    else found.push(...changes(sides, channel, wanted, here));
  }
  return found;
}

function wantedOf(channel: ChannelState, mayBeOpen: boolean): Wanted {
  const { topicsPolicy, retentionDays } = channel;
  return {
    name: channelNameFrom(channel.name),
    description: oneLine(shortenedTo(channel.description.toWellFormed().replaceAll("\0", ""), LONGEST_DESCRIPTION)),
    is_archived: channel.isArchived,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic && mayBeOpen && !channel.isPrivate,
    history_public_to_subscribers: channel.isHistoryShared,
    topics_policy: (POLICIES.includes(topicsPolicy) ? topicsPolicy : "inherit") as ChannelRow["topics_policy"],
    message_retention_days:
      retentionDays !== null && (retentionDays > 0 || retentionDays === -1) ? retentionDays : null,
  };
}

async function create({ ids, server, local }: Sides, channel: ChannelState, wanted: Wanted): Promise<void> {
  const ctx = await server.asOperator(channel.createdAt);
  const { name, description, is_archived, ...kind } = wanted;
  const sides = { ids, local } as Sides;
  const id = await change(ctx, async (writing) => {
    await makeRoom(writing, name);
    const permissions: Partial<Record<ChannelPermission, GroupSettingValue>> = {};
    const names = Object.keys(channelPermissions) as ChannelPermission[];
    const none = Object.fromEntries(names.map((each) => [each, -1]));
    for (const { name: each, value } of changedPermissions(sides, channel.permissions, none)) {
      const checked = await checkedValue(writing, each as ChannelPermission, asSent(value));
      if (checked !== undefined) permissions[each as ChannelPermission] = checked;
    }
    const creator_id = ids.get("person", channel.creator) ?? null;
    const plan = { ...PUBLIC_CHANNEL, ...kind, permissions };
    const made = await createChannel(writing, plan, { name, description, creator_id }, []);
    if (is_archived) await changeChannel(writing.db, made.id, { is_archived });
    await ids.note(writing.db, "channel", channel.id, made.id);
    await raiseVersion(writing.db, writing.realm.id);
    return made.id;
  });
  ids.learn("channel", channel.id, id);
}

/** Undefined if the setting cannot have the value here. */
async function checkedValue(
  ctx: Writing,
  name: ChannelPermission,
  sent: GroupSettingValue,
): Promise<GroupSettingValue | undefined> {
  try {
    return await checkSettingValue(ctx, { name, limits: channelPermissions[name] }, sent);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Names may have been exchanged: the channel that still has this one gets its own in the next round. */
async function makeRoom({ db, realm }: Writing, name: string, own?: number): Promise<void> {
  const other = await db
    .selectFrom("channel")
    .select(["id", "name"])
    .where("realm_id", "=", realm.id)
    .where("name_key", "=", nameKey(name))
    .executeTakeFirst();
  if (!other || other.id === own) return;
  const free = channelNameFrom(other.name, ` (${other.id})`);
  await changeChannel(db, other.id, { name: free, name_key: nameKey(free) });
}

function changes(sides: Sides, channel: ChannelState, wanted: Wanted, here: ChannelState): Difference[] {
  const { server } = sides;
  const current = wantedOf(here, true);
  const changed = (Object.keys(wanted) as (keyof Wanted)[]).filter((name) => wanted[name] !== current[name]);
  const permissions = changedPermissions(sides, channel.permissions, here.permissions);
  const mend = async () => {
    await change(await server.asOperator(), async (ctx) => {
      const { name, description } = wanted;
      const values = Object.fromEntries(changed.map((each) => [each, wanted[each]]));
      if (changed.includes("name")) await makeRoom(ctx, name, here.id);
      await changeChannel(ctx.db, here.id, {
        is_recently_active: true,
        ...values,
        ...(changed.includes("name") ? { name_key: nameKey(name) } : {}),
        ...(changed.includes("description") ? { rendered_description: await renderDescription(ctx, description) } : {}),
      });
      for (const { name: each, value } of permissions) {
        const checked = await checkedValue(ctx, each as ChannelPermission, asSent(value));
        if (checked === undefined) continue;
        await changeChannel(ctx.db, here.id, { [each]: await storeSettingValue(ctx.db, ctx.realm.id, checked) });
      }
      await raiseVersion(ctx.db, ctx.realm.id);
    });
  };
  const names = [...changed, ...permissions.map(({ name }) => name)];
  return names.length === 0 ? [] : [{ says: `#${wanted.name} differs: ${names.join(", ")}.`, mend }];
}

/** The lists that the reader sees. */
export async function subscriptionDifferences({ remote, local, ids, server }: Sides): Promise<Difference[]> {
  return [...remote.channels.values()].flatMap(({ id, name, subscribers: listed }) => {
    const channelId = ids.get("channel", id);
    if (channelId === undefined || !listed) return [];
    const wanted = ids.all("person", listed);
    const current = local.channels.get(channelId)?.subscribers ?? [];
    if (isSame(wanted, current)) return [];
    const mend = async () => {
      await change(await server.asOperator(), (ctx) => resubscribe(ctx, channelId, new Set(wanted)));
    };
    return [{ says: `#${name} has ${wanted.length} subscribers there and ${current.length} here.`, mend }];
  });
}

/** With what is stored: a private channel may not be visible here yet to the person who sees it there. */
async function resubscribe(ctx: Writing, channel_id: number, wanted: ReadonlySet<number>): Promise<void> {
  const { db } = ctx;
  const current = new Set((await subscribersOf(db, [channel_id])).get(channel_id));
  const added = [...wanted].filter((user) => !current.has(user));
  const removed = [...current].filter((user) => !wanted.has(user));
  const newest = await newestMessageId(db);
  const color = pickColor(new Set(), channel_id);
  await insertSubscriptions(
    db,
    added.map((user_id) => ({ user_id, channel_id, color })),
    newest,
  );
  if (removed.length > 0) await endSubscriptions(db, removed, [channel_id], newest);
  await raiseVersion(db, ctx.realm.id);
}

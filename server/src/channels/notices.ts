/** The notification bot's notices about channels. */

import type { GroupSettingValue } from "../kernel/access/group-setting.ts";
import type { SystemGroupName } from "../kernel/access/permission-settings.ts";
import type { UserId } from "../kernel/api/ids.ts";
import type { Realm, WriteContext } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { happened } from "../kernel/moments.ts";
import { noticeToPerson } from "../people/moments.ts";
import { usersWithIds } from "../people/users/store.ts";
import { channelLink, silently, silentlyGroup } from "../text/notices/markup.ts";
import type { ChannelNotices } from "../text/notices/texts/english/channels.ts";
import { noticesIn } from "../text/notices/texts/index.ts";
import { kindOf } from "./kind.ts";
import { channelClosed, noticeToChannel } from "./moments.ts";
import { type ChannelRow, channelsWithIds } from "./store.ts";

/** With more new subscribers nobody gets a notice: it is not a mass mailing. */
export const MOST_NOTIFIED = 100;

/**
 * In the channel itself, in the organization's language. A change is unread for everyone, also for whoever made it, and a
 * new channel is read for its creator. In an archived channel everything is read: many clients do not even show it.
 */
export async function announceInChannel(
  ctx: WriteContext,
  channel: ChannelRow,
  sentence: (say: ChannelNotices, who: string) => string,
  readBy: readonly UserId[] = [],
): Promise<void> {
  const say = noticesIn(ctx.realm.settings.default_language).channels;
  const reading = channel.is_archived ? { isReadByAll: true } : { readBy };
  const text = sentence(say, silently(ctx.user));
  await happened(ctx, noticeToChannel, { channel, topic: say.eventsTopic, text, ...reading });
  if (channel.is_archived) await happened(ctx, channelClosed, { channel });
}

export async function announceCreated(ctx: WriteContext, channel: ChannelRow): Promise<void> {
  const sentence = (say: ChannelNotices, who: string) => say.created(who, kindOf(channel), channel.description);
  await announceInChannel(ctx, channel, sentence, [ctx.user.id]);
}

/** In the organization's announcement channel. Private channels are announced too: the request asked for it. */
export async function announceElsewhere(ctx: WriteContext, created: readonly ChannelRow[]): Promise<void> {
  const { settings } = ctx.realm;
  const [place] = await channelsWithIds(ctx.db, ctx.realm.id, [settings.new_stream_announcements_stream_id]);
  if (!place || place.is_archived || created.length === 0) return;
  const say = noticesIn(settings.default_language).channels;
  const links = created.map(channelLink);
  await happened(ctx, noticeToChannel, {
    channel: place,
    topic: say.newChannelsTopic,
    text: say.announced(silently(ctx.user), links),
    readBy: [ctx.user.id],
  });
}

/** To each person subscribed by someone else, in that person's language. */
export async function tellSubscribed(
  ctx: WriteContext,
  channels: ReadonlyMap<UserId, readonly ChannelRow[]>,
): Promise<void> {
  const people = await usersWithIds(ctx.db, [...channels.keys()]);
  for (const person of people) {
    if (person.bot_type !== null || person.id === ctx.user.id) continue;
    const language = (person.settings.default_language as string | undefined) ?? ctx.realm.settings.default_language;
    const links = (channels.get(person.id) ?? []).map(channelLink);
    const text = noticesIn(language).channels.subscribed(silently(ctx.user), links);
    await happened(ctx, noticeToPerson, { user: person.id, text });
  }
}

/** Retention in days; null for unlimited. */
export function retention(realm: Realm, channel: ChannelRow): number | null {
  const days = channel.message_retention_days ?? realm.settings.message_retention_days;
  return days > 0 ? days : null;
}

/** Who holds each of these permissions: groups first, then people. */
export async function holders(ctx: WriteContext, ...values: GroupSettingValue[]): Promise<string[][]> {
  const sets = values.map((value) =>
    typeof value === "number" ? { direct_members: [], direct_subgroups: [value] } : value,
  );
  const groupIds = sets.flatMap((set) => set.direct_subgroups);
  const groups = await ctx.db
    .selectFrom("user_group")
    .select(["id", "kind", "name"])
    .where(isAnyOf(ctx.db, "id", groupIds))
    .execute();
  const users = await usersWithIds(
    ctx.db,
    sets.flatMap((set) => set.direct_members),
  );
  const say = noticesIn(ctx.realm.settings.default_language).channels;
  return sets.map(({ direct_members, direct_subgroups }) => [
    ...groups
      .filter((group) => direct_subgroups.includes(group.id))
      .map(
        ({ kind, name }) =>
          (kind === "system" && say.systemGroups[name as SystemGroupName]) || silentlyGroup({ name: name ?? "" }),
      ),
    ...users.filter((user) => direct_members.includes(user.id)).map(silently),
  ]);
}

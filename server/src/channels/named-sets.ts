/** Permissions of channels that name people directly show active ones only: they change with the accounts. */
import { CHANNEL_PERMISSIONS } from "../kernel/access/permission-settings.ts";
import { Role } from "../kernel/access/roles.ts";
import type { GroupId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { type Audience, toUsers } from "../kernel/events/audience.ts";
import { append } from "../kernel/events/log.ts";
import { on } from "../kernel/moments.ts";
import { setsChanged } from "../people/moments.ts";
import { namesIn } from "../people/users/deactivate/named.ts";
import { toThoseWhoSee } from "./audience.ts";
import { channelUpdateEvent } from "./events.ts";
import { sightOf } from "./sight.ts";
import type { ChannelRow } from "./store.ts";

export const showingSets = on(setsChanged, async (ctx, { sets, shown, strangers }) => {
  const using = new Set(sets);
  for (const [channel, audience] of await toldOf(ctx, await channelsUsing(ctx, sets), strangers))
    for (const [property, set] of namesIn(CHANNEL_PERMISSIONS, channel, using)) {
      const changed = { stream_id: channel.id, name: channel.name, property, value: shown(set) };
      append(ctx, channelUpdateEvent({ op: "update", ...changed }), audience);
    }
});

type ToldOf = readonly [channel: ChannelRow, audience: Audience];

async function toldOf(
  { db }: Writing,
  channels: readonly ChannelRow[],
  strangers: readonly UserId[] | undefined,
): Promise<readonly ToldOf[]> {
  if (!strangers)
    return Promise.all(channels.map(async (channel): Promise<ToldOf> => [channel, await toThoseWhoSee(db, channel)]));
  const viewers = strangers.map((id) => ({ id, role: Role.guest }));
  const sight = await sightOf(db, channels, viewers);
  return channels.map((channel): ToldOf => [channel, toUsers(...(sight.get(channel.id) ?? []))]);
}

function channelsUsing({ db, realm }: Writing, sets: readonly GroupId[]): Promise<ChannelRow[]> {
  return db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where(({ or }) => or(CHANNEL_PERMISSIONS.map((setting) => isAnyOf(db, setting, sets))))
    .orderBy("id")
    .execute();
}

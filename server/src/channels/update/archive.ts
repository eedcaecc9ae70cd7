/** Archives and unarchives channels. */

import { isAdministrator } from "../../kernel/access/roles.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { toThoseWhoSee } from "../audience.ts";
import { forgetAsDefault } from "../default-channels/actions.ts";
import { channelCreateEvent, channelDeleteEvent, channelUpdateEvent } from "../events.ts";
import { announceInChannel } from "../notices.ts";
import { presentChannels } from "../present.ts";
import { clearRealmChannels } from "../realm-channels.ts";
import { type ChannelRow, changeChannel } from "../store.ts";
import { subscriberCounts } from "../subscriptions/store.ts";
import { AlreadyArchived, NobodyToUnarchiveFor, NotArchived } from "./contract.ts";

/** Everything is kept, but new users do not get it and nobody can post there. */
export async function archive(ctx: WriteContext, channel: ChannelRow): Promise<void> {
  const { db } = ctx;
  demand(!channel.is_archived, new AlreadyArchived());
  await clearRealmChannels(ctx, channel.id);
  await forgetAsDefault(ctx, channel.id);
  const archived = await changeChannel(db, channel.id, { is_archived: true });
  record(ctx, "channel_archived", { channel: channel.id });
  // The last notice in it; then everything there counts as read.
  await announceInChannel(ctx, archived, (say) => say.archived(channel.name));
  await announceArchived(ctx, archived);
  const gone = { stream_ids: [channel.id], streams: [{ stream_id: channel.id }] };
  append(ctx, channelDeleteEvent({ op: "delete", ...gone, by_archiving: true }), await toThoseWhoSee(db, archived));
}

export async function unarchive(ctx: WriteContext, channel: ChannelRow): Promise<ChannelRow> {
  const { db, realm } = ctx;
  demand(isAdministrator(ctx.user), new MustBeAdministrator());
  demand(channel.is_archived, new NotArchived());
  if (channel.invite_only) {
    const count = (await subscriberCounts(db, [channel.id])).get(channel.id) ?? 0;
    demand(count > 0, new NobodyToUnarchiveFor());
  }
  const changed = await changeChannel(db, channel.id, { is_archived: false });
  record(ctx, "channel_unarchived", { channel: channel.id });
  await announceArchived(ctx, changed);
  const streams = await presentChannels(db, realm, [changed]);
  append(ctx, channelCreateEvent({ op: "create", streams, by_archiving: true }), await toThoseWhoSee(db, changed));
  await announceInChannel(ctx, changed, (say) => say.unarchived(changed.name));
  return changed;
}

async function announceArchived(ctx: WriteContext, { id, name, is_archived, ...rest }: ChannelRow): Promise<void> {
  const event = { op: "update" as const, stream_id: id, name, property: "is_archived" as const, value: is_archived };
  append(ctx, channelUpdateEvent(event), await toThoseWhoSee(ctx.db, { id, name, is_archived, ...rest }));
}

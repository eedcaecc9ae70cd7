/** Default channels of an archive. What new people here are subscribed to already stays as it is. */

import { addDefaults } from "../../channels/default-channels/actions.ts";
import { defaultChannelIds } from "../../channels/default-channels/store.ts";
import { limitOf } from "../../kernel/limits/room.ts";
import type { DefaultChannelRecord } from "../records.ts";
import { NO_ROOM, type OrganizationPart } from "./parts.ts";

const NOT_FOR_ALL = "a private or archived channel cannot be one";

export const defaultChannelPart: OrganizationPart<DefaultChannelRecord> = {
  kind: "default_channel",
  counted: "default_channels",
  what: "default channels",

  async fault({ app, db, realm, channels }, { channel: id }, planned) {
    const channel = channels.get(id);
    if (!channel) return "the channel is not in the archive, or was left out";
    if (!channels.isOwn(id)) return "the channel was here before";
    if (!channel.isOpen || channel.isArchived) return NOT_FOR_ALL;
    const count = (await defaultChannelIds(db, realm.id)).length;
    return count + planned < limitOf(app, "default_channels") ? undefined : NO_ROOM;
  },

  async store(ctx, { channels }, { channel: id }) {
    const channel = channels.get(id);
    if (!channel) throw new Error("It has a fault.");
    // Beside others, it may have been changed since the import has created it.
    const row = await ctx.db
      .selectFrom("channel")
      .select(["invite_only", "is_archived"])
      .where("id", "=", channel.id)
      .executeTakeFirst();
    if (!row || row.invite_only || row.is_archived) return NOT_FOR_ALL;
    await addDefaults(ctx, [channel.id]);
    return channel.id;
  },
};

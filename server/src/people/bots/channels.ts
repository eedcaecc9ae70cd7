/** Bots have default channels. The channels area, which is above this one, knows their names and who can see them. */
import type { ChannelId, RealmId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { part } from "../../kernel/part.ts";
import type { Viewer } from "../users/viewers.ts";

export interface BotChannels {
  /** The names of those of these channels that the viewer can see. */
  names(db: Db, realmId: RealmId, viewer: Viewer, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>>;
  /** Finds a channel by name; throws if the caller cannot read it. */
  readable(ctx: Context, name: string): Promise<ChannelId>;
}

export const botChannels = part<BotChannels>("channels for bots");

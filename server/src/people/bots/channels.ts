/** Bots have channels by default. What these are called, and who may know of them, is known above. */
import type { ChannelId, RealmId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { part } from "../../kernel/part.ts";
import type { Viewer } from "../users/viewers.ts";

export interface BotChannels {
  /** The names of these channels, as far as the viewer may know of them. */
  names(db: Db, realmId: RealmId, viewer: Viewer, ids: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, string>>;
  /** A channel that the caller can read; throws when there is none of this name. */
  readable(ctx: Context, name: string): Promise<ChannelId>;
}

export const botChannels = part<BotChannels>("channels for bots");

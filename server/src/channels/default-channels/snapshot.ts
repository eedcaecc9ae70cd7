import { isGuest } from "../../kernel/access/roles.ts";
import { openSnapshotPart } from "../../kernel/feature.ts";
import { defaultChannelsState, defaultGroupsState } from "./contract.ts";
import { defaultChannelIds, defaultGroupsOf } from "./store.ts";

export const defaultChannelsSnapshot = openSnapshotPart("default_streams", defaultChannelsState, async (ctx) => ({
  realm_default_streams: isGuest(ctx.user) ? [] : await defaultChannelIds(ctx.db, ctx.realm.id),
}));

export const defaultGroupsSnapshot = openSnapshotPart("default_stream_groups", defaultGroupsState, async (ctx) => ({
  realm_default_stream_groups: isGuest(ctx.user) ? [] : await defaultGroupsOf(ctx.db, ctx.realm.id),
}));

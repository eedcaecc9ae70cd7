import { isGuest } from "../../kernel/access/roles.ts";
import { commonSnapshotPart, openSnapshotPart, type Sharing } from "../../kernel/feature.ts";
import { defaultChannelsState, defaultGroupsState } from "./contract.ts";
import { defaultChannelIds, defaultGroupsOf } from "./store.ts";

const byGuesthood: Sharing["keyOf"] = ({ user }) => (isGuest(user) ? "guests" : "");

export const defaultChannelsSnapshot = commonSnapshotPart(
  openSnapshotPart("default_streams", defaultChannelsState, async (ctx) => ({
    realm_default_streams: isGuest(ctx.user) ? [] : await defaultChannelIds(ctx.db, ctx.realm.id),
  })),
  byGuesthood,
);

export const defaultGroupsSnapshot = commonSnapshotPart(
  openSnapshotPart("default_stream_groups", defaultGroupsState, async (ctx) => ({
    realm_default_stream_groups: isGuest(ctx.user) ? [] : await defaultGroupsOf(ctx.db, ctx.realm.id),
  })),
  byGuesthood,
);

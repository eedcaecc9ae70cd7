import { channelId, event, list } from "../../kernel/api/index.ts";
import { defaultGroupObject } from "./contract.ts";

/** Sent to everyone but guests: the complete list. */
export const defaultChannelsEvent = event("default_streams", { default_streams: list(channelId) });

/** Sent to everyone but guests: the complete list, by name. */
export const defaultGroupsEvent = event("default_stream_groups", { default_stream_groups: list(defaultGroupObject) });

/** The contract for default channels and groups of them. */
import {
  ApiError,
  badRequest,
  channelId,
  ids,
  int,
  list,
  operation,
  optional,
  said,
  shortText,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InvalidChannelId } from "../contract.ts";

export const MAX_GROUP_NAME_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 1024;

export const PrivateCannotBeDefault = badRequest("Private channels cannot be made default.");
export const GroupNameTooLong = badRequest(
  said`Default channel group name too long (limit: ${MAX_GROUP_NAME_LENGTH} characters)`,
);
export const GroupNameHasNull = badRequest("Default channel group name contains NULL (0x00) characters.");
export const NothingToChange = badRequest('You must pass "new_description" or "new_group_name".');
export const InvalidOp = badRequest('Invalid value for "op". Specify one of "add" or "remove".');
export const noSuchGroup = (id: number) => new ApiError(said`Default channel group with id '${id}' does not exist.`);

export const addDefaultChannel = operation({
  method: "POST",
  path: "/default_streams",
  summary: "Add a default channel: new users are subscribed to it.",
  gate: "administrator",
  params: { stream_id: channelId },
  audit: ["default_channel_added"],
  response: {},
  errors: [collections.default_channels.Full, MustBeAdministrator, InvalidChannelId, PrivateCannotBeDefault],
});

export const removeDefaultChannel = operation({
  method: "DELETE",
  path: "/default_streams",
  summary: "Remove a default channel.",
  gate: "administrator",
  params: { stream_id: channelId },
  audit: ["default_channel_removed"],
  response: {},
  errors: [MustBeAdministrator, InvalidChannelId],
});

const group_id = int();
const channelNames = ids(shortText({ nullBytes: true }));
const name = shortText({ nullBytes: true });
const description = text({ max: MAX_DESCRIPTION_LENGTH });

export const createDefaultGroup = operation({
  method: "POST",
  path: "/default_stream_groups/create",
  summary: "Create a group of default channels that new users can choose.",
  gate: "administrator",
  params: { group_name: name, description, stream_names: channelNames },
  audit: ["default_channel_group_created"],
  response: {},
  errors: [
    collections.default_channel_groups.Full,
    collections.channels_in_default_group.Full,
    MustBeAdministrator,
    GroupNameTooLong,
    GroupNameHasNull,
  ],
});

export const updateDefaultGroup = operation({
  method: "PATCH",
  path: "/default_stream_groups/{group_id}",
  summary: "Rename or describe a group of default channels.",
  gate: "administrator",
  params: { group_id, new_group_name: optional(name), new_description: optional(description) },
  audit: ["default_channel_group_changed"],
  response: {},
  errors: [MustBeAdministrator, NothingToChange, GroupNameTooLong, GroupNameHasNull],
});

export const changeDefaultGroupChannels = operation({
  method: "PATCH",
  path: "/default_stream_groups/{group_id}/streams",
  summary: "Add channels to a group of default channels, or remove them.",
  gate: "administrator",
  params: { group_id, op: shortText(), stream_names: channelNames },
  audit: ["default_channel_group_changed"],
  response: {},
  errors: [collections.channels_in_default_group.Full, MustBeAdministrator, InvalidOp],
});

export const deleteDefaultGroup = operation({
  method: "DELETE",
  path: "/default_stream_groups/{group_id}",
  summary: "Delete a group of default channels; the channels themselves are kept.",
  gate: "administrator",
  params: { group_id },
  audit: ["default_channel_group_deleted"],
  response: {},
  errors: [MustBeAdministrator],
});

export const defaultGroupFields = { id: int(), name: text(), description: text(), streams: list(channelId) };
export const defaultGroupObject = strictObject(defaultGroupFields);

export const defaultChannelsState = { realm_default_streams: list(channelId) };
export const defaultGroupsState = { realm_default_stream_groups: list(defaultGroupObject) };

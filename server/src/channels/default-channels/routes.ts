import { demand } from "../../kernel/api/index.ts";
import { route } from "../../kernel/http/route.ts";
import { activeChannelFor } from "../access.ts";
import { hasContentAccess } from "../permissions.ts";
import {
  addDefaults,
  changeGroupChannels,
  createDefaultGroup,
  deleteDefaultGroup,
  removeDefault,
  updateDefaultGroup,
} from "./actions.ts";
import * as contract from "./contract.ts";

export const defaultChannelRoutes = [
  route(contract.addDefaultChannel, async (ctx, { stream_id }) => {
    const channel = await activeChannelFor(ctx, stream_id, hasContentAccess);
    demand(!channel.invite_only, new contract.PrivateCannotBeDefault());
    await addDefaults(ctx, [channel.id]);
    return {};
  }),

  route(contract.removeDefaultChannel, async (ctx, { stream_id }) => {
    const channel = await activeChannelFor(ctx, stream_id);
    await removeDefault(ctx, channel.id);
    return {};
  }),

  route(contract.createDefaultGroup, async (ctx, { group_name, description, stream_names }) => {
    await createDefaultGroup(ctx, { name: group_name, description, channelNames: stream_names });
    return {};
  }),

  route(contract.updateDefaultGroup, async (ctx, { group_id, new_group_name, new_description }) => {
    await updateDefaultGroup(ctx, group_id, { name: new_group_name, description: new_description });
    return {};
  }),

  route(contract.changeDefaultGroupChannels, async (ctx, { group_id, op, stream_names }) => {
    if (op !== "add" && op !== "remove") throw new contract.InvalidOp();
    await changeGroupChannels(ctx, group_id, op, stream_names);
    return {};
  }),

  route(contract.deleteDefaultGroup, async (ctx, { group_id }) => {
    await deleteDefaultGroup(ctx, group_id);
    return {};
  }),
];

/** A channel's permissions: who may do what in it. */
import type { State } from "@parley/client";
import { channelUpdates, permissionSettings } from "@parley/server/contract";
import type { TextKey } from "../../text/text.ts";
import { type Setting, who } from "../setting.ts";
import type { PermissionSource, PermissionsGroup } from "../who/PermissionGroup.tsx";
import type { WhoValue } from "../who/who.ts";
import { changingPermission, ruleOf } from "./rights.ts";

const { channelPermissions: limits } = permissionSettings;
export type ChannelPermission = permissionSettings.ChannelPermission;

interface DeclaredPermissions {
  readonly title: TextKey;
  readonly help?: TextKey;
  readonly settings: readonly Setting<ChannelPermission>[];
}

const permission = (key: ChannelPermission, label: TextKey, help?: TextKey): Setting<ChannelPermission> =>
  who(key, label, limits[key], help ? { help } : {});

/** Also those of a channel that is being created. */
export const CHANNEL_PERMISSION_GROUPS: readonly DeclaredPermissions[] = [
  {
    title: "channelSettings.posting",
    settings: [permission("can_send_message_group", "channelSettings.canSend")],
  },
  {
    title: "channelSettings.administration",
    settings: [
      permission("can_administer_channel_group", "channelSettings.canAdminister", "channelSettings.canAdministerHelp"),
    ],
  },
  {
    title: "channelSettings.subscribing",
    settings: [
      permission("can_add_subscribers_group", "channelSettings.canAdd", "channelSettings.canAddHelp"),
      permission("can_subscribe_group", "channelSettings.canSubscribe", "channelSettings.canSubscribeHelp"),
      permission("can_remove_subscribers_group", "channelSettings.canRemove"),
    ],
  },
  {
    title: "channelSettings.moving",
    help: "channelSettings.besides",
    settings: [
      permission("can_move_messages_within_channel_group", "channelSettings.canMoveWithin"),
      permission("can_move_messages_out_of_channel_group", "channelSettings.canMoveOut"),
      permission("can_resolve_topics_group", "channelSettings.canResolve"),
    ],
  },
  {
    title: "channelSettings.deleting",
    help: "channelSettings.besides",
    settings: [
      permission("can_delete_any_message_group", "channelSettings.canDeleteAny"),
      permission("can_delete_own_message_group", "channelSettings.canDeleteOwn"),
    ],
  },
];

const permissionsOf = (channelId: number): PermissionSource<ChannelPermission> => ({
  operation: channelUpdates.updateChannel,
  read: (state: State, key) => state.channels.channels.get(channelId)?.[key],
  save: (connection, key, value) =>
    connection.call(channelUpdates.updateChannel, { stream_id: channelId, [key]: { new: value as WhoValue } }),
  saveAll: (connection, changes) => connection.call(channelUpdates.updateChannel, { stream_id: channelId, ...changes }),
});

const known = new Map<number, readonly PermissionsGroup<ChannelPermission>[]>();

export function channelPermissionGroups(channelId: number): readonly PermissionsGroup<ChannelPermission>[] {
  const source = permissionsOf(channelId);
  const made =
    known.get(channelId) ??
    CHANNEL_PERMISSION_GROUPS.map((each) => ({
      ...each,
      source,
      settings: each.settings.map((setting) => ({
        ...setting,
        rule: ruleOf(channelId, changingPermission(setting.key)),
      })),
    }));
  known.set(channelId, made);
  return made;
}

/** A channel's settings that are no permissions: where they are stored, and the groups they are shown in. */
import type { Channel, State } from "@parley/client";
import { channels, channelUpdates } from "@parley/server/contract";
import { group, type SettingsGroup } from "../page.ts";
import { choice, folder, limit, longText, options, type SettingSource, text, toggle } from "../setting.ts";
import { administering, changingDefault, changingRetention, changingTopicsPolicy, ruleOf } from "./rights.ts";

export type ChannelKey =
  | "new_name"
  | "description"
  | "folder_id"
  | "topics_policy"
  | "message_retention_days"
  | "is_default_stream";

const UNLIMITED = -1;

/** Retention is a number of days, null without a limit, or "inherited" from the organization. */
function read(channel: Channel, key: ChannelKey, defaultIds: readonly number[]): unknown {
  switch (key) {
    case "new_name":
      return channel.name;
    case "is_default_stream":
      return defaultIds.includes(channel.stream_id);
    case "message_retention_days":
      if (channel.message_retention_days === UNLIMITED) return null;
      return channel.message_retention_days ?? "inherited";
    default:
      return channel[key];
  }
}

/** Retention as the API wants it. */
export function retentionParam(value: unknown): number | string {
  if (value === "inherited") return "realm_default";
  return typeof value === "number" ? value : "unlimited";
}

/** What to send for a value as it is read. */
export const channelChange = (key: ChannelKey, value: unknown): Record<string, unknown> => ({
  [key]: key === "message_retention_days" ? retentionParam(value) : value,
});

const channelSource = (channelId: number): SettingSource<ChannelKey> => ({
  operation: channelUpdates.updateChannel,
  read({ channels: { channels: known, defaultIds } }: State, key) {
    const channel = known.get(channelId);
    return channel && read(channel, key, defaultIds);
  },
  save: (connection, key, value) =>
    connection.call(channelUpdates.updateChannel, { stream_id: channelId, ...channelChange(key, value) }),
});

export const TOPICS_POLICIES = options(
  ["inherit", "channelSettings.topicsInherited"],
  ["allow_empty_topic", "channelSettings.topicOptional"],
  ["disable_empty_topic", "channelSettings.topicRequired"],
  ["empty_topic_only", "channelSettings.topicNone"],
);

export const RETENTION = {
  unit: "days",
  lengths: [30, 90, 365, 730],
  unlimited: "limits.forever",
  inherited: "channelSettings.retentionInherited",
} as const;

export interface ChannelGroups {
  readonly about: SettingsGroup<ChannelKey>;
  readonly messages: SettingsGroup<ChannelKey>;
}

const known = new Map<number, ChannelGroups>();

export function channelGroups(channelId: number): ChannelGroups {
  const made = known.get(channelId) ?? groupsFor(channelId);
  known.set(channelId, made);
  return made;
}

function groupsFor(channelId: number): ChannelGroups {
  const source = channelSource(channelId);
  const byChannelAdministrators = { rule: ruleOf(channelId, administering) };
  return {
    about: group({
      title: "channelSettings.aboutGroup",
      source,
      settings: [
        text("new_name", "channelForm.name", channels.MAX_CHANNEL_NAME_LENGTH, byChannelAdministrators),
        longText("description", "channelForm.description", channels.MAX_CHANNEL_DESCRIPTION_LENGTH, {
          ...byChannelAdministrators,
          help: "channelSettings.descriptionHelp",
        }),
        folder("folder_id", "channelForm.folder", { ...byChannelAdministrators, help: "channelSettings.folderHelp" }),
      ],
    }),
    messages: group({
      title: "channelSettings.messagesGroup",
      source,
      settings: [
        choice("topics_policy", "channelSettings.topics", TOPICS_POLICIES, {
          rule: ruleOf(channelId, changingTopicsPolicy),
          help: "channelSettings.topicsHelp",
        }),
        limit("message_retention_days", "channelSettings.retention", RETENTION, {
          rule: ruleOf(channelId, changingRetention),
          help: "channelSettings.retentionHelp",
        }),
        toggle("is_default_stream", "channelSettings.isDefault", {
          rule: ruleOf(channelId, changingDefault),
          help: "channelSettings.isDefaultHelp",
        }),
      ],
    }),
  };
}

/** Notices about channels. People, groups and links are already formatted; only names of channels are plain. */
import type { SystemGroupName } from "../../../../kernel/access/permission-settings.ts";
import { inEnglish } from "../../../../kernel/counts.ts";
import { listFormat } from "../../../../kernel/list-formats.ts";
import { plainly, quote } from "../../markup.ts";
import type { ChannelKind, TopicsPolicy } from "../channels.ts";

const list = (items: readonly string[]): string => listFormat("en").format(items);

const KINDS: Record<ChannelKind, string> = {
  "web-public": "Web-public",
  public: "Public",
  "private, shared": "Private, shared history",
  "private, protected": "Private, protected history",
};

const POLICIES: Record<TopicsPolicy, string> = {
  inherit: "the organization's setting",
  allow_empty_topic: "topics are optional",
  disable_empty_topic: "topics are required",
  empty_topic_only: "no topics",
};

const days = (count: number | null) =>
  count === null ? "forever" : inEnglish(count, { one: "# day", other: "# days" });

export const englishChannels = {
  eventsTopic: "channel events",
  newChannelsTopic: "new channels",
  systemGroups: {
    "role:nobody": "nobody",
    "role:owners": "owners",
    "role:administrators": "administrators",
    "role:moderators": "moderators",
    "role:fullmembers": "full members",
    "role:members": "members",
    "role:everyone": "everyone",
    "role:internet": "everyone on the Internet",
  } satisfies Record<SystemGroupName, string> as Readonly<Record<SystemGroupName, string>>,

  created: (who: string, kind: ChannelKind, description: string) =>
    `**${KINDS[kind]}** channel, opened by ${who}. ${
      description === "" ? "It has no description yet." : `Description:\n\n${quote(description)}`
    }`,
  announced: (who: string, channels: readonly string[]) =>
    channels.length === 1
      ? `${who} created a new channel: ${channels[0]}.`
      : `${who} created new channels: ${list(channels)}.`,
  subscribed: (who: string, channels: readonly string[]) =>
    channels.length === 1
      ? `${who} added you to ${channels[0]}.`
      : `${who} added you to several channels:\n\n${channels.map((channel) => `* ${channel}`).join("\n")}`,
  renamed: (who: string, old: string, now: string) =>
    `${who} renamed this channel from **${plainly(old)}** to **${plainly(now)}**.`,
  described: (who: string, old: string, now: string) =>
    `${who} changed the description of this channel.\n\nBefore:\n\n${quote(old || "(none)")}\n\nNow:\n\n${quote(now || "(none)")}`,
  kindChanged: (who: string, old: ChannelKind, now: ChannelKind) =>
    `${who} changed who can access this channel: **${KINDS[old]}** before, **${KINDS[now]}** now.`,
  postersChanged: (who: string, old: readonly string[], now: readonly string[]) =>
    `${who} changed who can post here.\n\n* Before: ${list(old)}\n* Now: ${list(now)}`,
  retentionChanged: (who: string, old: number | null, now: number | null) =>
    `${who} changed how long messages are kept here.\n\n* Before: ${days(old)}\n* Now: ${days(now)}\n\n${
      now === null
        ? "Messages here are no longer deleted automatically."
        : `Messages here will be deleted ${days(now)} after they are sent.`
    }`,
  topicsPolicyChanged: (who: string, old: TopicsPolicy, now: TopicsPolicy) =>
    `${who} changed whether topics are required here.\n\n* Before: ${POLICIES[old]}\n* Now: ${POLICIES[now]}`,
  folderChanged: (who: string, folder: string | undefined) =>
    folder === undefined
      ? `${who} removed this channel from its folder.`
      : `${who} moved this channel to the folder **${folder}**.`,
  archived: (name: string) => `The channel **${plainly(name)}** has been archived.`,
  unarchived: (name: string) => `The channel **${plainly(name)}** has been unarchived.`,
};

export type ChannelNotices = typeof englishChannels;

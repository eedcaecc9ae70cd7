/**
 * The server's notices about channels. People, groups and links are already formatted; only names of channels are
 * plain.
 */

import type { SystemGroupName } from "../../../kernel/access/permission-settings.ts";
import { plainly, quote } from "../markup.ts";

export type ChannelKind = "web-public" | "public" | "private, shared" | "private, protected";

type TopicsPolicy = "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";

const list = (language: string, names: readonly string[]) => new Intl.ListFormat(language).format(names);

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

const SYSTEM_GROUPS: Record<SystemGroupName, string> = {
  "role:nobody": "nobody",
  "role:owners": "owners",
  "role:administrators": "administrators",
  "role:moderators": "moderators",
  "role:fullmembers": "full members",
  "role:members": "members",
  "role:everyone": "everyone",
  "role:internet": "everyone on the Internet",
};

const days = (count: number | null) => (count === null ? "forever" : count === 1 ? "1 day" : `${count} days`);

export const englishChannels = {
  eventsTopic: "channel events",
  newChannelsTopic: "new channels",
  systemGroups: SYSTEM_GROUPS as Readonly<Partial<Record<SystemGroupName, string>>>,

  created: (who: string, kind: ChannelKind, description: string) =>
    `**${KINDS[kind]}** channel, opened by ${who}. ${
      description === "" ? "It has no description yet." : `Description:\n\n${quote(description)}`
    }`,
  announced: (who: string, channels: readonly string[]) =>
    channels.length === 1
      ? `${who} created a new channel: ${channels[0]}.`
      : `${who} created new channels: ${list("en", channels)}.`,
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
    `${who} changed who can post here.\n\n* Before: ${list("en", old)}\n* Now: ${list("en", now)}`,
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

const ARTEN: Record<ChannelKind, string> = {
  "web-public": "Im Web öffentlicher",
  public: "Öffentlicher",
  "private, shared": "Privater (gemeinsamer Verlauf)",
  "private, protected": "Privater (geschützter Verlauf)",
};

const REGELN: Record<TopicsPolicy, string> = {
  inherit: "wie in der Organisation",
  allow_empty_topic: "Nachrichten auch ohne Thema",
  disable_empty_topic: "jede Nachricht braucht ein Thema",
  empty_topic_only: "keine Themen",
};

const tage = (count: number | null) => (count === null ? "für immer" : count === 1 ? "1 Tag" : `${count} Tage`);

export const germanChannels: ChannelNotices = {
  eventsTopic: "Kanal-Ereignisse",
  newChannelsTopic: "neue Kanäle",
  systemGroups: {
    "role:nobody": "niemand",
    "role:owners": "Inhaber",
    "role:administrators": "Administratoren",
    "role:moderators": "Moderatoren",
    "role:fullmembers": "Vollmitglieder",
    "role:members": "Mitglieder",
    "role:everyone": "alle",
    "role:internet": "alle im Internet",
  },

  created: (who, kind, description) =>
    `**${ARTEN[kind]}** Kanal, eröffnet von ${who}. ${
      description === "" ? "Er hat noch keine Beschreibung." : `Wofür er da ist:\n\n${quote(description)}`
    }`,
  announced: (who, channels) =>
    channels.length === 1
      ? `${who} hat einen neuen Kanal eröffnet: ${channels[0]}.`
      : `${who} hat neue Kanäle eröffnet: ${list("de", channels)}.`,
  subscribed: (who, channels) =>
    channels.length === 1
      ? `${who} hat dich zu ${channels[0]} hinzugefügt.`
      : `${who} hat dich zu mehreren Kanälen hinzugefügt:\n\n${channels.map((channel) => `* ${channel}`).join("\n")}`,
  renamed: (who, old, now) => `${who} hat diesen Kanal umbenannt: aus **${plainly(old)}** wurde **${plainly(now)}**.`,
  described: (who, old, now) =>
    `${who} hat neu beschrieben, wofür dieser Kanal da ist.\n\nVorher:\n\n${quote(old || "(nichts)")}\n\nJetzt:\n\n${quote(now || "(nichts)")}`,
  kindChanged: (who, old, now) =>
    `${who} hat geändert, wer diesen Kanal sieht. Vorher: **${ARTEN[old]}** Kanal. Jetzt: **${ARTEN[now]}** Kanal.`,
  postersChanged: (who, old, now) =>
    `${who} hat geändert, wer hier schreiben darf.\n\n* Vorher: ${list("de", old)}\n* Jetzt: ${list("de", now)}`,
  retentionChanged: (who, old, now) =>
    `${who} hat geändert, wie lange Nachrichten hier bleiben.\n\n* Vorher: ${tage(old)}\n* Jetzt: ${tage(now)}\n\n${
      now === null
        ? "Nachrichten werden hier nicht mehr von selbst gelöscht."
        : `Nachrichten werden hier nach so vielen Tagen gelöscht: ${now}.`
    }`,
  topicsPolicyChanged: (who, old, now) =>
    `${who} hat die Regel für Themen geändert.\n\n* Vorher: ${REGELN[old]}\n* Jetzt: ${REGELN[now]}`,
  folderChanged: (who, folder) =>
    folder === undefined
      ? `${who} hat diesen Kanal aus seinem Ordner genommen.`
      : `${who} hat diesen Kanal in den Ordner **${folder}** gelegt.`,
  archived: (name) => `Der Kanal **${plainly(name)}** ist archiviert.`,
  unarchived: (name) => `Der Kanal **${plainly(name)}** ist wieder offen.`,
};

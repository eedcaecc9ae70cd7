import { inGerman } from "../../../../kernel/counts.ts";
import { listFormat } from "../../../../kernel/list-formats.ts";
import { plainly, quote } from "../../markup.ts";
import type { ChannelKind, TopicsPolicy } from "../channels.ts";
import type { ChannelNotices } from "../english/channels.ts";

const list = (items: readonly string[]): string => listFormat("de").format(items);

const KINDS: Record<ChannelKind, string> = {
  "web-public": "Im Web öffentlicher Kanal",
  public: "Öffentlicher Kanal",
  "private, shared": "Privater Kanal mit gemeinsamem Verlauf",
  "private, protected": "Privater Kanal mit geschütztem Verlauf",
};

const POLICIES: Record<TopicsPolicy, string> = {
  inherit: "wie in der Organisation",
  allow_empty_topic: "Nachrichten auch ohne Thema",
  disable_empty_topic: "jede Nachricht braucht ein Thema",
  empty_topic_only: "keine Themen",
};

const days = (count: number | null) =>
  count === null ? "für immer" : inGerman(count, { one: "# Tag", other: "# Tage" });

export const germanChannels: ChannelNotices = {
  eventsTopic: "Kanal-Ereignisse",
  newChannelsTopic: "neue Kanäle",
  systemGroups: {
    "role:nobody": "niemand",
    "role:owners": "Eigentümer",
    "role:administrators": "Administratoren",
    "role:moderators": "Moderatoren",
    "role:fullmembers": "Vollmitglieder",
    "role:members": "Mitglieder",
    "role:everyone": "alle",
    "role:internet": "alle im Internet",
  },

  created: (who, kind, description) =>
    `**${KINDS[kind]}**, erstellt von ${who}. ${
      description === "" ? "Er hat noch keine Beschreibung." : `Beschreibung:\n\n${quote(description)}`
    }`,
  announced: (who, channels) =>
    channels.length === 1
      ? `${who} hat einen neuen Kanal erstellt: ${channels[0]}.`
      : `${who} hat neue Kanäle erstellt: ${list(channels)}.`,
  subscribed: (who, channels) =>
    channels.length === 1
      ? `${who} hat dich zu ${channels[0]} hinzugefügt.`
      : `${who} hat dich zu mehreren Kanälen hinzugefügt:\n\n${channels.map((channel) => `* ${channel}`).join("\n")}`,
  renamed: (who, old, now) => `${who} hat diesen Kanal umbenannt: aus **${plainly(old)}** wurde **${plainly(now)}**.`,
  described: (who, old, now) =>
    `${who} hat die Beschreibung dieses Kanals geändert.\n\nVorher:\n\n${quote(old || "(keine)")}\n\nJetzt:\n\n${quote(now || "(keine)")}`,
  kindChanged: (who, old, now) =>
    `${who} hat geändert, wer diesen Kanal sieht. Vorher: **${KINDS[old]}**. Jetzt: **${KINDS[now]}**.`,
  postersChanged: (who, old, now) =>
    `${who} hat geändert, wer hier schreiben darf.\n\n* Vorher: ${list(old)}\n* Jetzt: ${list(now)}`,
  retentionChanged: (who, old, now) =>
    `${who} hat geändert, wie lange Nachrichten hier bleiben.\n\n* Vorher: ${days(old)}\n* Jetzt: ${days(now)}\n\n${
      now === null
        ? "Nachrichten werden hier nicht mehr automatisch gelöscht."
        : `Nachrichten werden hier ${days(now)} nach dem Senden gelöscht.`
    }`,
  topicsPolicyChanged: (who, old, now) =>
    `${who} hat die Regel für Themen geändert.\n\n* Vorher: ${POLICIES[old]}\n* Jetzt: ${POLICIES[now]}`,
  folderChanged: (who, folder) =>
    folder === undefined
      ? `${who} hat diesen Kanal aus seinem Ordner entfernt.`
      : `${who} hat diesen Kanal in den Ordner **${folder}** verschoben.`,
  archived: (name) => `Der Kanal **${plainly(name)}** ist archiviert.`,
  unarchived: (name) => `Der Kanal **${plainly(name)}** ist nicht mehr archiviert.`,
};

/** Pages that are tables: topics, muted people, alert words, uploads. */
import type { SettingsPage } from "../page.ts";

export const topicsPage: SettingsPage = {
  address: { kind: "settings", section: "topics" },
  name: "address.topicSettings",
  about: "listed.topicsAbout",
  icon: "hash",
  groups: [],
  load: () => import("./Topics.tsx").then(({ Topics }) => Topics),
};

export const alertWordsPage: SettingsPage = {
  address: { kind: "settings", section: "alert-words" },
  name: "address.alertWords",
  about: "listed.wordsAbout",
  icon: "text",
  groups: [],
  load: () => import("./AlertWords.tsx").then(({ AlertWords }) => AlertWords),
};

export const mutedPeoplePage: SettingsPage = {
  address: { kind: "settings", section: "muted-users" },
  name: "address.mutedUsers",
  about: "listed.mutedAbout",
  icon: "people",
  groups: [],
  load: () => import("./MutedPeople.tsx").then(({ MutedPeople }) => MutedPeople),
};

export const uploadsPage: SettingsPage = {
  address: { kind: "settings", section: "uploaded-files" },
  name: "address.uploadedFiles",
  about: "listed.uploadsAbout",
  icon: "upload",
  groups: [],
  load: () => import("./Uploads.tsx").then(({ Uploads }) => Uploads),
};

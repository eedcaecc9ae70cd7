/** All pages of settings, in the order of the navigation. */
import type { State } from "@parley/client";
import { type Address, isSameAddress, type SettingsAddress } from "../address/address.ts";
import { accountPage } from "./account/page.ts";
import { botsPage } from "./bots/page.ts";
import { groupsPage } from "./groups/page.ts";
import { integrationsPage } from "./integrations/page.ts";
import { learnLabels } from "./labels.ts";
import { alertWordsPage, mutedPeoplePage, topicsPage, uploadsPage } from "./lists/pages.ts";
import { notificationsPage } from "./notifications/page.ts";
import { auditLogPage } from "./organization/audit-log/page.ts";
import { allBotsPage } from "./organization/bots/page.ts";
import { customEmojiPage } from "./organization/custom-emoji/page.ts";
import { defaultChannelsPage } from "./organization/default-channels/page.ts";
import { exportsPage } from "./organization/exports/page.ts";
import { foldersPage } from "./organization/folders/page.ts";
import { importPage } from "./organization/import/page.ts";
import { legalHoldsPage } from "./organization/legal-holds/page.ts";
import { linkifiersPage } from "./organization/linkifiers/page.ts";
import { overviewPage } from "./organization/overview/page.ts";
import { usersPage } from "./organization/people/page.ts";
import { organizationPermissionsPage } from "./organization/permissions/page.ts";
import { playgroundsPage } from "./organization/playgrounds/page.ts";
import { organizationProfilePage } from "./organization/profile/page.ts";
import { profileFieldsPage } from "./organization/profile-fields/page.ts";
import { organizationSettingsPage } from "./organization/settings/page.ts";
import { signInMethodsPage } from "./organization/sign-in-methods/page.ts";
import { userDefaultsPage } from "./organization/user-defaults/page.ts";
import type { SettingsPage } from "./page.ts";
import { preferencesPage } from "./preferences/page.ts";
import { profilePage } from "./profile/page.ts";

export const ownPages: readonly SettingsPage[] = [
  profilePage,
  accountPage,
  preferencesPage,
  notificationsPage,
  topicsPage,
  alertWordsPage,
  mutedPeoplePage,
  botsPage,
  integrationsPage,
  uploadsPage,
];

export const organizationPages: readonly SettingsPage[] = [
  organizationProfilePage,
  organizationSettingsPage,
  organizationPermissionsPage,
  usersPage,
  groupsPage,
  allBotsPage,
  foldersPage,
  defaultChannelsPage,
  customEmojiPage,
  linkifiersPage,
  playgroundsPage,
  profileFieldsPage,
  signInMethodsPage,
  userDefaultsPage,
  exportsPage,
  importPage,
  auditLogPage,
  overviewPage,
  legalHoldsPage,
];

export const pages: readonly SettingsPage[] = [...ownPages, ...organizationPages];

learnLabels(pages);

/** Tabs of a section are on one page, and so are all groups. */
function sectionOf(address: SettingsAddress): Address {
  if (address.kind === "groups" || address.kind === "group") return groupsPage.address;
  if (address.kind === "settings" && address.section !== undefined)
    return { kind: "settings", section: address.section };
  if (address.kind !== "organization") return address;
  return address.section === "groups" ? groupsPage.address : { kind: "organization", section: address.section };
}

export function pageAt(address: SettingsAddress): SettingsPage | undefined {
  if (address.kind === "settings" && address.section === undefined) return pages[0];
  return pages.find((page) => isSameAddress(sectionOf(page.address), sectionOf(address)));
}

export const isOffered = (page: SettingsPage, state: State): boolean => page.isFor?.(state) ?? true;

/** Addresses: everything that a link can open within the application. */
import type { State } from "@parley/client";
import { type NarrowTerm, narrowKey } from "./narrow.ts";

export const SETTINGS_SECTIONS = [
  "profile",
  "account-and-privacy",
  "preferences",
  "notifications",
  "bots",
  "integrations",
  "alert-words",
  "uploaded-files",
  "topics",
  "muted-users",
] as const;

/** Sections of the organization settings, with their tabs. */
export const ORGANIZATION_SECTIONS = {
  "organization-profile": [],
  "organization-settings": [],
  "organization-permissions": [],
  users: ["active", "deactivated", "invitations"],
  "channel-folders": [],
  "default-channels-list": [],
  groups: [],
  "emoji-settings": [],
  "linkifier-settings": [],
  "playground-settings": [],
  "profile-field-settings": [],
  bots: ["all-bots", "your-bots"],
  "auth-methods": [],
  "organization-level-user-defaults": [],
  "data-exports-admin": [],
  import: [],
  "audit-log": [],
  overview: [],
  "legal-holds": [],
} as const satisfies Record<string, readonly string[]>;

export const CHANNEL_LISTS = ["subscribed", "all", "available", "new"] as const;
export const CHANNEL_TABS = ["general", "personal", "subscribers", "permissions"] as const;
export const GROUP_LISTS = ["your", "all", "roles", "new"] as const;
export const GROUP_TABS = ["general", "members", "permissions"] as const;
export const DIALOGS = [
  "invite",
  "keyboard-shortcuts",
  "message-formatting",
  "search-operators",
  "about-parley",
] as const;
/** Views with a one-word address. */
export const SIMPLE_VIEWS = ["inbox", "recent", "feed", "drafts", "scheduled", "reminders"] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];
export type OrganizationSection = keyof typeof ORGANIZATION_SECTIONS;
export type SimpleView = (typeof SIMPLE_VIEWS)[number];
export type DialogName = (typeof DIALOGS)[number];

export type Address =
  | { readonly kind: SimpleView }
  | { readonly kind: "narrow"; readonly terms: readonly NarrowTerm[] }
  /** The topic list of a channel. */
  | { readonly kind: "topics"; readonly channelId: number }
  /** Without a section, the list of pages on a phone, and the first page elsewhere. */
  | { readonly kind: "settings"; readonly section?: SettingsSection /** An integration. */; readonly tab?: string }
  | { readonly kind: "organization"; readonly section: OrganizationSection; readonly tab?: string }
  | { readonly kind: "channels"; readonly list: (typeof CHANNEL_LISTS)[number] }
  /** A new channel in this folder. */
  | { readonly kind: "folder"; readonly folderId: number }
  | { readonly kind: "channel"; readonly channelId: number; readonly tab: (typeof CHANNEL_TABS)[number] }
  | { readonly kind: "groups"; readonly list: (typeof GROUP_LISTS)[number] }
  | { readonly kind: "group"; readonly groupId: number; readonly tab: (typeof GROUP_TABS)[number] }
  | { readonly kind: "user"; readonly userId: number }
  /** Dialogs over the home view. */
  | { readonly kind: "dialog"; readonly dialog: DialogName };

/** Existing links to these are understood, but this client has no pages for them yet: kinds, and sections of a kind. */
const WITHOUT_PAGE: ReadonlySet<string> = new Set([]);

/** Whether the address has a page; links without one are not offered. */
export const hasPage = ({ kind, section }: { readonly kind: Address["kind"]; readonly section?: string }): boolean =>
  !WITHOUT_PAGE.has(kind) && (section === undefined || !WITHOUT_PAGE.has(`${kind}/${section}`));

export type SettingsAddress = Extract<Address, { kind: "settings" | "organization" | "groups" | "group" }>;

export type ChannelAddress = Extract<Address, { kind: "channel" }>;

/** Settings are full pages with their own navigation, also those of a channel. */
export const isSettings = (address: Address): address is SettingsAddress | ChannelAddress =>
  ["settings", "organization", "groups", "group", "channel"].includes(address.kind);

const HOME_VIEWS: Readonly<Record<string, SimpleView>> = {
  inbox: "inbox",
  recent_topics: "recent",
  all_messages: "feed",
};

/**
 * The view that opens without an address, and on the last Esc. Visitors have no unread messages, so they start at
 * Recent.
 */
export function homeAddress({ users, settings }: Pick<State, "users" | "settings">): Address {
  if (users.ownId === 0) return { kind: "recent" };
  const chosen = `${settings.web_home_view}`;
  return { kind: (Object.hasOwn(HOME_VIEWS, chosen) && HOME_VIEWS[chosen]) || "inbox" };
}

export const narrowAddress = (terms: readonly NarrowTerm[]): Address => ({ kind: "narrow", terms });

/** Equal for addresses that show the same view, wherever they open in it. */
export function addressKey(address: Address): string {
  if (address.kind === "narrow") return `narrow ${narrowKey(address.terms)}`;
  return Object.values(address).join(" ");
}

export const isSameAddress = (one: Address, other: Address): boolean => addressKey(one) === addressKey(other);

/** The title of an address: its heading and the window title. */
import type { State } from "@parley/client";
import type { TextKey } from "../text/text.ts";
import type { Address, DialogName, OrganizationSection, SettingsSection } from "./address.ts";
import { channelName, userName } from "./names.ts";
import { channelOf, conditionsOf, conversationOf, type IsOperand, type NarrowTerm } from "./narrow.ts";

/** A user-given name, people's names, or a text key. */
export type TitlePiece =
  | { readonly type: "name"; readonly text: string }
  /** The display name of the empty topic; shown in italics. */
  | { readonly type: "emptyTopic"; readonly text: string }
  | { readonly type: "people"; readonly names: readonly string[] }
  | { readonly type: "words"; readonly key: TextKey };

export interface Title {
  readonly heading: TitlePiece;
  /** The parent, shown in the small line above. */
  readonly above?: TitlePiece;
}

type TitleState = Pick<State, "channels" | "users" | "groups" | "realm" | "folders">;

const words = (key: TextKey): TitlePiece => ({ type: "words", key });
const named = (text: string | undefined): TitlePiece =>
  text === undefined ? words("address.unknown") : { type: "name", text };

const IS_VIEWS: Readonly<Record<IsOperand, TextKey>> = {
  dm: "address.allDirect",
  mentioned: "views.mentions",
  starred: "views.starred",
  unread: "address.unread",
  followed: "address.followed",
  resolved: "address.resolved",
  alerted: "address.alerted",
  muted: "address.muted",
};

const DIALOG_NAMES: Readonly<Record<DialogName, TextKey>> = {
  invite: "address.invite",
  "keyboard-shortcuts": "address.keyboardShortcuts",
  "message-formatting": "address.messageFormatting",
  "search-operators": "address.searchOperators",
  "about-parley": "address.aboutParley",
};

export const SETTINGS_NAMES: Readonly<Record<SettingsSection, TextKey>> = {
  profile: "address.profile",
  "account-and-privacy": "address.accountAndPrivacy",
  preferences: "address.preferences",
  notifications: "address.notifications",
  bots: "address.bots",
  integrations: "address.integrations",
  "alert-words": "address.alertWords",
  "uploaded-files": "address.uploadedFiles",
  topics: "address.topicSettings",
  "muted-users": "address.mutedUsers",
};

export const ORGANIZATION_NAMES: Readonly<Record<OrganizationSection, TextKey>> = {
  "organization-profile": "address.organizationProfile",
  "organization-settings": "address.organizationSettings",
  "organization-permissions": "address.organizationPermissions",
  users: "address.users",
  "channel-folders": "address.channelFolders",
  "default-channels-list": "address.defaultChannels",
  groups: "address.groups",
  "emoji-settings": "address.emoji",
  "linkifier-settings": "address.linkifiers",
  "playground-settings": "address.playgrounds",
  "profile-field-settings": "address.profileFields",
  bots: "address.bots",
  "auth-methods": "address.signInMethods",
  "organization-level-user-defaults": "address.userDefaults",
  "data-exports-admin": "address.dataExports",
  import: "address.import",
  "audit-log": "address.auditLog",
  overview: "address.overview",
  "legal-holds": "address.legalHolds",
};

const CHANNEL_LIST_NAMES = {
  subscribed: "address.subscribedChannels",
  all: "address.allChannels",
  available: "address.availableChannels",
  new: "address.newChannel",
} as const;

const GROUP_LIST_NAMES = {
  your: "address.yourGroups",
  all: "address.allGroups",
  roles: "address.roles",
  new: "address.newGroup",
} as const;

/** The topic as displayed. */
export function topicPiece(topic: string, { realm }: Pick<State, "realm">): TitlePiece {
  if (topic !== "") return { type: "name", text: topic };
  return { type: "emptyTopic", text: `${realm.realm_empty_topic_display_name ?? ""}` };
}

/** The people in a direct conversation. */
export function peoplePiece(userIds: readonly number[], state: Pick<State, "users">): TitlePiece {
  if (userIds.length === 0) return words("views.notesToSelf");
  const names = userIds.map((id) => userName(state, id));
  return names.every((name) => name !== undefined) ? { type: "people", names } : words("address.unknown");
}

export function titleOf(address: Address, state: TitleState): Title {
  switch (address.kind) {
    case "narrow":
      return narrowTitle(address.terms, state);
    case "topics":
      return { heading: words("address.topics"), above: named(channelName(state, address.channelId)) };
    case "channel":
      return { heading: named(channelName(state, address.channelId)), above: words("address.channels") };
    case "group":
      return { heading: named(state.groups.get(address.groupId)?.name), above: words("address.groups") };
    case "folder":
      return { heading: words("address.newChannel"), above: named(state.folders.get(address.folderId)?.name) };
    case "user":
      return { heading: named(userName(state, address.userId)) };
    case "dialog":
      return { heading: words(DIALOG_NAMES[address.dialog]) };
    case "settings":
      return address.section === undefined
        ? { heading: words("address.settings") }
        : { heading: words(SETTINGS_NAMES[address.section]), above: words("address.settings") };
    case "organization":
      return { heading: words(ORGANIZATION_NAMES[address.section]), above: words("address.organization") };
    case "channels":
      return { heading: words(CHANNEL_LIST_NAMES[address.list]), above: words("address.channels") };
    case "groups":
      return { heading: words(GROUP_LIST_NAMES[address.list]), above: words("address.groups") };
    default:
      return { heading: words(`views.${address.kind}`) };
  }
}

function narrowTitle(terms: readonly NarrowTerm[], state: TitleState): Title {
  const conversation = conversationOf(terms);
  if (conversation?.type === "direct") return { heading: peoplePiece(conversation.userIds, state) };
  if (conversation)
    return {
      heading: topicPiece(conversation.topic, state),
      above: named(channelName(state, conversation.channelId)),
    };
  const channelId = channelOf(terms);
  if (channelId !== undefined) return { heading: named(channelName(state, channelId)) };
  return { heading: words(viewKey(terms, state.users.ownId) ?? "views.search") };
}

/** The key of a built-in view that is really a search. If only a channel is named, it is the feed. */
export function viewKey(terms: readonly NarrowTerm[], ownId: number): TextKey | undefined {
  const conditions = conditionsOf(terms);
  if (conditions.some((term) => term.negated)) return undefined;
  const [first, second] = conditions;
  if (first === undefined || (conditions.length === 1 && first.operator === "in" && first.operand === "home"))
    return "views.feed";
  if (conditions.length === 1 && first.operator === "is") return IS_VIEWS[first.operand];
  if (conditions.length !== 2 || first.operator !== "has" || second?.operator !== "sender") return undefined;
  return first.operand === "reaction" && second.operand === ownId ? "views.reactions" : undefined;
}

interface WindowTitle {
  /** By preference: direct messages and mentions, all unread, or none. */
  readonly count: number;
  /** The heading and its parent, as shown. */
  readonly pieces: readonly string[];
  readonly organization: string;
}

/** As in "(3) Harbour map: first paint · launch · Tideline". */
export function windowTitle({ count, pieces, organization }: WindowTitle): string {
  const name = [...pieces, organization].filter((piece) => piece !== "").join(" · ");
  return count > 0 ? `(${count}) ${name}` : name;
}

/** Converts between addresses and fragments, the part of the URL after the #. */
import type { State } from "@parley/client";
import {
  type Address,
  CHANNEL_LISTS,
  CHANNEL_TABS,
  DIALOGS,
  GROUP_LISTS,
  GROUP_TABS,
  homeAddress,
  ORGANIZATION_SECTIONS,
  type OrganizationSection,
  SETTINGS_SECTIONS,
  SIMPLE_VIEWS,
} from "./address.ts";
import { encodePart, wholeId } from "./encoding.ts";
import { channelIn, channelName, channelSlug, type Names } from "./names.ts";
import { parseTerms, type Spelling, termsFragment } from "./narrow-fragment.ts";

/** Fragments that used to be spelled differently. */
const OLDER_FRAGMENTS: Readonly<Record<string, string>> = {
  recent_topics: "recent",
  recent_view: "recent",
  all_messages: "feed",
  "about-zulip": "about-parley",
  "settings/your-account": "settings/profile",
  "settings/display-settings": "settings/preferences",
  "settings/your-bots": "settings/bots",
  "settings/muted-topics": "settings/topics",
  organization: "organization/organization-profile",
  "organization/user-list-admin": "organization/users/active",
  "organization/deactivated-users-admin": "organization/users/deactivated",
  "organization/invites-list-admin": "organization/users/invitations",
  "organization/bot-list-admin": "organization/bots/all-bots",
  "organization/default-streams-list": "organization/default-channels-list",
  streams: "channels/subscribed",
  channels: "channels/subscribed",
  subscriptions: "channels/subscribed",
  groups: "groups/your",
};

/** The address of a fragment, with or without its #; the home view if it is empty; undefined if it is invalid. */
export function parseFragment(fragment: string, names: Names): Address | undefined {
  const written = fragment.replace(/^#?\/?/, "");
  if (written === "") return homeAddress(names);
  const spelled = Object.hasOwn(OLDER_FRAGMENTS, written) ? (OLDER_FRAGMENTS[written] ?? written) : written;
  const [first = "", ...rest] = spelled.split("/");
  const simple = SIMPLE_VIEWS.find((view) => view === first);
  if (simple) return withoutMore(rest, { kind: simple });
  const dialog = DIALOGS.find((each) => each === first);
  if (dialog) return withoutMore(rest, { kind: "dialog", dialog });
  switch (first) {
    case "narrow":
      return parseNarrow(spelled.slice("narrow/".length), names);
    case "topics":
      return parseTopics(rest, names);
    case "settings":
      return parseSettings(rest);
    case "organization":
      return parseOrganization(rest);
    case "channels":
    case "streams":
      return parseChannels(rest);
    case "groups":
      return parseGroups(rest);
    case "user":
      return parseUser(rest);
    default:
      return undefined;
  }
}

/** An address without parameters: anything after it makes it invalid, except a trailing slash. */
const withoutMore = (rest: readonly string[], address: Address): Address | undefined =>
  rest.every((part) => part === "") ? address : undefined;

function parseNarrow(path: string, names: Names): Address | undefined {
  const terms = parseTerms(path, names);
  return terms && { kind: "narrow", terms };
}

function parseTopics([operator, channel = "", ...rest]: readonly string[], names: Names): Address | undefined {
  if (operator !== "channel" && operator !== "stream") return undefined;
  const channelId = channelIn(names, channel);
  return channelId === undefined ? undefined : withoutMore(rest, { kind: "topics", channelId });
}

function parseSettings([name, ...rest]: readonly string[]): Address | undefined {
  if (name === undefined) return { kind: "settings" };
  const section = SETTINGS_SECTIONS.find((each) => each === name);
  const [tab = "", ...more] = rest;
  if (section === "integrations" && /^\w+$/.test(tab)) return withoutMore(more, { kind: "settings", section, tab });
  return section && withoutMore(rest, { kind: "settings", section });
}

function parseOrganization([name = "", tab = "", ...rest]: readonly string[]): Address | undefined {
  if (!Object.hasOwn(ORGANIZATION_SECTIONS, name)) return undefined;
  const section = name as OrganizationSection;
  const tabs: readonly string[] = ORGANIZATION_SECTIONS[section];
  const opened = tab === "" ? tabs[0] : tab;
  if (opened === undefined) return withoutMore(rest, { kind: "organization", section });
  return tabs.includes(opened) ? withoutMore(rest, { kind: "organization", section, tab: opened }) : undefined;
}

function parseChannels([first = "", ...rest]: readonly string[]): Address | undefined {
  const list = CHANNEL_LISTS.find((each) => each === (first === "notsubscribed" ? "available" : first));
  if (list) return withoutMore(rest, { kind: "channels", list });
  if (first === "folders") {
    const [folder = "", action, ...more] = rest;
    const folderId = wholeId(folder);
    return folderId === undefined || action !== "new" ? undefined : withoutMore(more, { kind: "folder", folderId });
  }
  const channelId = wholeId(first);
  // The name is there for people to read.
  const [, tab = "", ...more] = rest;
  const opened = CHANNEL_TABS.find((each) => each === (tab === "" ? "general" : tab));
  return channelId === undefined || !opened
    ? undefined
    : withoutMore(more, { kind: "channel", channelId, tab: opened });
}

function parseGroups([first = "", ...rest]: readonly string[]): Address | undefined {
  const list = GROUP_LISTS.find((each) => each === first);
  if (list) return withoutMore(rest, { kind: "groups", list });
  const groupId = wholeId(first);
  const [, tab = "", ...more] = rest;
  const opened = GROUP_TABS.find((each) => each === (tab === "" ? "general" : tab));
  return groupId === undefined || !opened ? undefined : withoutMore(more, { kind: "group", groupId, tab: opened });
}

function parseUser([id = "", ...rest]: readonly string[]): Address | undefined {
  const userId = wholeId(id);
  return userId === undefined ? undefined : withoutMore(rest, { kind: "user", userId });
}

const withTab = ({ tab }: { readonly tab?: string }): string => (tab === undefined ? "" : `/${tab}`);

/** The fragment of an address, without its #; `parseFragment` is its inverse. */
export function fragmentOf(address: Address, state: Names & Pick<State, "groups">, spelling: Spelling = {}): string {
  switch (address.kind) {
    case "narrow":
      return `narrow/${termsFragment(address.terms, state, spelling)}`;
    case "topics":
      return `topics/channel/${channelSlug(state, address.channelId)}`;
    case "settings":
      return address.section === undefined ? "settings" : `settings/${address.section}${withTab(address)}`;
    case "organization":
      return `organization/${address.section}${withTab(address)}`;
    case "channels":
      return `channels/${address.list}`;
    case "folder":
      return `channels/folders/${address.folderId}/new`;
    case "channel":
      return `channels/${address.channelId}/${encodePart(channelName(state, address.channelId) ?? "")}/${address.tab}`;
    case "groups":
      return `groups/${address.list}`;
    case "group":
      return `groups/${address.groupId}/${encodePart(state.groups.get(address.groupId)?.name ?? "")}/${address.tab}`;
    case "user":
      return `user/${address.userId}`;
    case "dialog":
      return address.dialog;
    default:
      return address.kind;
  }
}

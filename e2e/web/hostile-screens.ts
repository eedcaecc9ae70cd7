/** Every screen that has a URL. A new kind of URL or operator does not compile until it has an entry here. */
import {
  type Address,
  CHANNEL_LISTS,
  CHANNEL_TABS,
  DIALOGS,
  GROUP_LISTS,
  GROUP_TABS,
  ORGANIZATION_SECTIONS,
  SETTINGS_SECTIONS,
} from "../../web/src/address/address.ts";
import { encodePart } from "../../web/src/address/encoding.ts";
import {
  CHANNELS_OPERANDS,
  HAS_OPERANDS,
  IN_OPERANDS,
  IS_OPERANDS,
  type Operator,
} from "../../web/src/address/narrow.ts";
import type { HostileOrganization } from "./hostile-organization.ts";
import { HOSTILE_NAMES, TRIPWIRE } from "./xss-corpus.ts";

type Fragments<Kind extends string> = { readonly [kind in Kind]: readonly string[] };

const [NAME = ""] = HOSTILE_NAMES;

export const topicFragment = ({ channelId }: HostileOrganization, topic: string = NAME): string =>
  `narrow/channel/${channelId}-${encodePart(NAME)}/topic/${encodePart(topic)}`;

function narrows(hostile: HostileOrganization): Fragments<Operator> {
  const { channelId, person, topics, messageId } = hostile;
  const topic = topicFragment(hostile);
  return {
    channel: [`channel/${channelId}-${encodePart(NAME)}`],
    channels: CHANNELS_OPERANDS.map((which) => `channels/${which}/search/${TRIPWIRE}`),
    topic: [...topics.map((name) => `channel/${channelId}/topic/${encodePart(name)}`), `topic/${encodePart(NAME)}`],
    dm: [`dm/${person.id}-${encodePart(NAME)}`],
    "dm-including": [`dm-including/${person.id}`],
    sender: ["sender/me", `-sender/${person.id}/search/${TRIPWIRE}`],
    mentions: [`mentions/${person.id}`],
    is: IS_OPERANDS.map((what) => `is/${what}`),
    has: [...HAS_OPERANDS.map((what) => `has/${what}`), "has/reaction/sender/me"],
    in: IN_OPERANDS.map((which) => `in/${which}/search/${TRIPWIRE}`),
    search: [`search/${TRIPWIRE}`, `search/${encodePart(NAME)}`],
    id: [`id/${messageId}`],
    near: [`${topic.slice("narrow/".length)}/near/${messageId}`],
    with: [`${topic.slice("narrow/".length)}/with/${messageId}`],
    date: [`channel/${channelId}/date/2026-01-01`],
  };
}

export function screensOf(hostile: HostileOrganization): Fragments<Address["kind"]> {
  const { channelId, folderId, groupId, person } = hostile;
  return {
    inbox: ["inbox", ""],
    recent: ["recent", "recent_topics"],
    feed: ["feed", "all_messages"],
    drafts: ["drafts"],
    scheduled: ["scheduled"],
    reminders: ["reminders"],
    narrow: Object.values(narrows(hostile)).flatMap((terms) => terms.map((each) => `narrow/${each}`)),
    topics: [`topics/channel/${channelId}-${encodePart(NAME)}`],
    settings: [...SETTINGS_SECTIONS.map((section) => `settings/${section}`), "settings/integrations/json"],
    organization: Object.entries(ORGANIZATION_SECTIONS).flatMap(([section, tabs]) =>
      tabs.length === 0 ? [`organization/${section}`] : tabs.map((tab) => `organization/${section}/${tab}`),
    ),
    channels: CHANNEL_LISTS.map((list) => `channels/${list}`),
    folder: [`channels/folders/${folderId}/new`],
    channel: CHANNEL_TABS.map((tab) => `channels/${channelId}/${encodePart(NAME)}/${tab}`),
    groups: GROUP_LISTS.map((list) => `groups/${list}`),
    group: GROUP_TABS.map((tab) => `groups/${groupId}/${encodePart(NAME)}/${tab}`),
    user: [`user/${person.id}`],
    dialog: DIALOGS,
  };
}

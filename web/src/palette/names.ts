/** The names the palette searches: from the store, topic lists, and the application itself. */
import type { State } from "@parley/client";
import { hasPage, ORGANIZATION_SECTIONS, type OrganizationSection, SETTINGS_SECTIONS } from "../address/address.ts";
import { parseFragment } from "../address/fragment.ts";
import type { Conversation } from "../address/narrow.ts";
import { ORGANIZATION_NAMES, SETTINGS_NAMES } from "../address/title.ts";
import { conversationKey, newestIn, unreadConversations } from "../inbox-order/unread.ts";
import { type Command, commandLabel } from "../keyboard/keys.ts";
import { performable } from "../keyboard/useCommand.ts";
import { type FixedItem, type KnownConversation, PaletteNames } from "../ranking/palette-names.ts";
import { viewName } from "../sidebar/Views.tsx";
import { sidebarViews } from "../sidebar/views.ts";
import { topicListsOf } from "../state/channel-topics.ts";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";

interface KeptNames {
  readonly names: PaletteNames;
  /** Where known conversations come from. */
  sources: readonly unknown[];
}

const ofStore = new WeakMap<Session["store"], KeptNames>();

/** Brings the names up to date; unchanged parts cost almost nothing. */
export function paletteNames(session: Session): PaletteNames {
  const { store } = session;
  const kept = ofStore.get(store) ?? { names: new PaletteNames(), sources: [] };
  ofStore.set(store, kept);
  const { names } = kept;
  names.follow(store.state);
  const sources = sourcesOf(session);
  if (sources.some((source, at) => source !== kept.sources[at])) {
    names.know(knownConversations(session));
    kept.sources = sources;
  }
  names.offer(fixedItems(store.state));
  return names;
}

const sourcesOf = (session: Session): readonly unknown[] => [
  unreadConversations(session.store.state),
  session.store.state.conversations.direct,
  session.messages.recent.state.conversations,
  topicListsOf(session).revision(),
];

function knownConversations(session: Session): KnownConversation[] {
  const { store, messages } = session;
  const unread = unreadConversations(store.state);
  const known = new Map<string, KnownConversation>();
  const know = (conversation: Conversation, newestId: number) => {
    const key = conversationKey(conversation);
    known.set(key, { key, conversation, newestId, unread: unread.get(key)?.messageIds.length ?? 0 });
  };
  for (const [channelId, topics] of topicListsOf(session).known())
    for (const { name, max_id } of topics) know({ type: "topic", channelId, topic: name }, max_id);
  for (const { user_ids, max_message_id } of store.state.conversations.direct)
    know({ type: "direct", userIds: user_ids }, max_message_id);
  for (const row of unread.values()) know(row.conversation, newestIn(row));
  for (const { conversation, newestId } of messages.recent.state.conversations)
    if (conversation.type === "channel")
      know({ type: "topic", channelId: conversation.stream_id, topic: conversation.topic }, newestId);
  return [...known.values()];
}

/** Commands that do not work from a field: they need the keys themselves. */
const NOT_OFFERED: ReadonlySet<Command> = new Set([
  "palette",
  "escape",
  "undo",
  "nextRow",
  "previousRow",
  "screenDown",
  "screenUp",
  "send",
  "pastePlain",
]);

function fixedItems(state: State): FixedItem[] {
  const views = sidebarViews(state).flatMap((view): FixedItem[] => {
    const address = parseFragment(view.fragment, state);
    return address ? [{ key: view.fragment, name: viewName(view), item: { type: "view", address } }] : [];
  });
  const settings = SETTINGS_SECTIONS.map(
    (section): FixedItem => ({
      key: `settings/${section}`,
      name: t(SETTINGS_NAMES[section]),
      item: { type: "setting", address: { kind: "settings", section } },
    }),
  );
  const organization = (Object.keys(ORGANIZATION_SECTIONS) as OrganizationSection[]).map(
    (section): FixedItem => ({
      key: `organization/${section}`,
      name: t(ORGANIZATION_NAMES[section]),
      item: { type: "setting", address: organizationAddress(section) },
    }),
  );
  const commands = [...performable()]
    .filter((command) => !NOT_OFFERED.has(command))
    .map(
      (command): FixedItem => ({
        key: `command/${command}`,
        name: t(commandLabel(command)),
        item: { type: "command", command },
      }),
    );
  const pages = [...settings, ...organization].filter(({ item }) => item.type === "setting" && hasPage(item.address));
  return [...views, ...pages, ...commands];
}

function organizationAddress(section: OrganizationSection) {
  const [tab] = ORGANIZATION_SECTIONS[section] as readonly string[];
  return tab === undefined
    ? ({ kind: "organization", section } as const)
    : ({ kind: "organization", section, tab } as const);
}

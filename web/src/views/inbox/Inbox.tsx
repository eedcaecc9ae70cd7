/** The Inbox: unread conversations, what concerns the reader first. Nothing jumps while it is looked at. */
import { useEffect, useState } from "react";
import { ListComposer } from "../../composer/ListComposer.tsx";
import { filteredInbox, type InboxFilter, type InboxSection, inboxSections } from "../../inbox-order/inbox.ts";
import { topicName } from "../../inbox-order/rows.ts";
import { staying } from "../../inbox-order/staying.ts";
import type { UnreadConversation } from "../../inbox-order/unread.ts";
import { countsOf } from "../../inbox-order/unread.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Empty } from "../../parts/states.tsx";
import { prepareName, prepareQuery, qualityOf } from "../../ranking/match.ts";
import { nameOf } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { useRowCursor } from "../rows/cursor.ts";
import { useKept } from "../rows/kept.ts";
import { markConversationRead, toggleMuted } from "../rows/RowActions.tsx";
import { InboxHead } from "./InboxHead.tsx";
import { Section } from "./Section.tsx";
import { shownRows } from "./shown.ts";
import "../lists.css";

export function Inbox() {
  const session = useSession();
  const { messages, store } = session;
  const now = useStore(inboxSections);
  const counts = useStore(countsOf);
  const [filter, setFilter] = useKept<InboxFilter>("inbox.filter", "all");
  const [folded, setFolded] = useKept<readonly string[]>("inbox.folded", ["muted"]);
  const [query, setQuery] = useState("");
  // What is shown stays in its place until the view is left; a new state is laid over it.
  const [shown, setShown] = useState<{
    readonly of: readonly InboxSection[];
    readonly sections: readonly InboxSection[];
  }>({
    of: now,
    sections: now,
  });
  if (shown.of !== now) setShown({ of: now, sections: staying(shown.sections, now) });
  usePreviews(now);
  const wanted = prepareQuery(query);
  const isNamed = (row: UnreadConversation) =>
    wanted.words.length === 0 || qualityOf(prepareName(rowText(row)), wanted) > 0;
  const rowText = (row: UnreadConversation) => {
    const { state } = store;
    if (row.conversation.type === "direct") return row.conversation.userIds.map((id) => nameOf(state, id)).join(" ");
    const channel = state.channels.channels.get(row.conversation.channelId)?.name ?? "";
    return `${channel} ${topicName(row, (id) => messages.message(id), state)}`;
  };
  const sections = filteredInbox(shown.sections, { filter, isNamed });
  const rows = shownRows(sections, new Set(folded));
  const cursor = useRowCursor(rows.map(({ key }) => key));
  const current = rows.find(({ key }) => key === cursor.key);
  const isInside = () => document.activeElement?.hasAttribute("data-row") ?? false;
  const fold = (key: string) =>
    setFolded(folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key]);
  useCommand("edit", () => (current && isInside() ? void markConversationRead(session, current.conversation) : false));
  useCommand("muteTopic", () =>
    current && isInside() ? toggleMuted(session, current.conversation, current.isMuted) : false,
  );
  useCommand("editLast", () => {
    const section = current && sectionOf(sections, current);
    return section && isInside() ? fold(section) : false;
  });
  const isEmpty = sections.length === 0;
  return (
    <div className="view">
      <div className="list" data-region="log">
        <InboxHead
          unread={counts.total.unread}
          conversations={new Set(now.flatMap(keysIn)).size}
          filter={filter}
          onFilter={setFilter}
          query={query}
          onQuery={setQuery}
        />
        {isEmpty && <Nothing isFiltered={shown.sections.length > 0} />}
        {sections.map((section) => (
          <Section key={section.key} section={section} folded={folded} onFold={fold} cursor={cursor} />
        ))}
      </div>
      <ListComposer />
    </div>
  );
}

const keysIn = (section: InboxSection): string[] =>
  section.type === "muted"
    ? []
    : ("channels" in section ? section.channels.flatMap(({ rows }) => rows) : section.rows).map(({ key }) => key);

/** The channel or section that a row is folded with. */
function sectionOf(sections: readonly InboxSection[], row: UnreadConversation): string | undefined {
  for (const section of sections) {
    if (!("channels" in section)) {
      if (section.rows.some(({ key }) => key === row.key)) return section.key;
      continue;
    }
    const channel = section.channels.find(({ rows }) => rows.some(({ key }) => key === row.key));
    if (channel) return `channel:${channel.channelId}`;
  }
  return undefined;
}

/** Fetches the messages that rows quote and are dated by. */
function usePreviews(sections: readonly InboxSection[]): void {
  const { messages } = useSession();
  useEffect(() => {
    const rows = sections.flatMap((section) =>
      "channels" in section ? section.channels.flatMap((each) => each.rows) : section.rows,
    );
    const ids = rows.flatMap(({ messageIds }) => [messageIds[0], ...messageIds.slice(-3)]);
    const missing = [...new Set(ids)].filter(
      (id): id is number => id !== undefined && messages.message(id) === undefined,
    );
    // Without them rows have no quotation; they are asked for again with the next change.
    if (missing.length > 0) messages.fetchByIds(missing).catch(() => {});
  }, [sections, messages]);
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty icon="filter" title={t("lists.nothingHere")} />;
  return (
    <Empty icon="inbox" title={t("lists.caughtUp")}>
      <p>
        {t("lists.nothingUnread")} <kbd>T</kbd>
      </p>
    </Empty>
  );
}

/** The Inbox: unread conversations, direct messages and mentions first. Rows do not move while it is shown. */
import { useState } from "react";
import {
  conversationsIn,
  filteredInbox,
  type InboxFilter,
  type InboxSection,
  inboxSections,
  rowsIn,
} from "../../inbox-order/inbox.ts";
import { topicName } from "../../inbox-order/rows.ts";
import { staying } from "../../inbox-order/staying.ts";
import { countsOf, type UnreadConversation } from "../../inbox-order/unread.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Empty } from "../../parts/states.tsx";
import { WindowedList } from "../../parts/WindowedList.tsx";
import { nameOf } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { isOnRow, useRowCursor } from "../rows/cursor.ts";
import { useKept } from "../rows/kept.ts";
import { ListPage } from "../rows/ListPage.tsx";
import { markConversationRead, toggleMuted } from "../rows/later-actions.ts";
import { useNameFilter } from "../rows/name-filter.tsx";
import { InboxHead } from "./InboxHead.tsx";
import { Item } from "./Item.tsx";
import { firstIn, foldOf, headKey, inboxItems, stopsIn } from "./shown.ts";

interface ShownInbox {
  readonly of: readonly InboxSection[];
  readonly sections: readonly InboxSection[];
}

export function Inbox() {
  const session = useSession();
  const { messages, store } = session;
  const now = useStore(inboxSections);
  const counts = useStore(countsOf);
  const [filter, setFilter] = useKept<InboxFilter>("inbox.filter", "all");
  const [folded, setFolded] = useKept<readonly string[]>("inbox.folded", ["muted"]);
  const filtering = useNameFilter();
  // Shown rows keep their places until the reader leaves; new state is merged into them.
  const [shown, setShown] = useState<ShownInbox>({ of: now, sections: now });
  if (shown.of !== now) setShown({ of: now, sections: staying(shown.sections, now) });
  const nameOfRow = (row: UnreadConversation) => {
    const { state } = store;
    if (row.conversation.type === "direct") return row.conversation.userIds.map((id) => nameOf(state, id)).join(" ");
    const channel = state.channels.channels.get(row.conversation.channelId)?.name ?? "";
    return `${channel} ${topicName(row, (id) => messages.message(id), state)}`;
  };
  const isNamed = filtering.query === "" ? undefined : (row: UnreadConversation) => filtering.matches(nameOfRow(row));
  const sections = filteredInbox(shown.sections, { filter, isNamed });
  const items = inboxItems(sections, new Set(folded));
  const cursor = useRowCursor(stopsIn(items));
  const currentRow = () => (isOnRow() ? sections.flatMap(rowsIn).find(({ key }) => key === cursor.key) : undefined);
  const fold = (key: string) => {
    const isFolded = folded.includes(key);
    setFolded(isFolded ? folded.filter((each) => each !== key) : [...folded, key]);
    const next = isFolded ? firstIn(sections, key) : headKey(key);
    if (next !== undefined) cursor.moveTo(next);
  };
  useCommand("edit", () => {
    const current = currentRow();
    return current ? markConversationRead(session, current.conversation) : false;
  });
  useCommand("muteTopic", () => {
    const current = currentRow();
    return current ? toggleMuted(session, current.conversation, current.isMuted) : false;
  });
  useCommand("editLast", () => {
    const current = currentRow();
    const around = current && foldOf(sections, current);
    return around === undefined ? false : fold(around);
  });
  return (
    <ListPage>
      <InboxHead
        unread={counts.total.unread}
        isComplete={counts.isComplete}
        conversations={conversationsIn(now)}
        filter={filter}
        onFilter={setFilter}
        filtering={filtering}
      />
      {sections.length === 0 && <Nothing isFiltered={shown.sections.length > 0} />}
      <WindowedList label={t("views.inbox")} items={items} cursor={cursor.key}>
        {(item, place) => <Item key={item.key} item={item} place={place} onFold={fold} cursor={cursor} />}
      </WindowedList>
    </ListPage>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty icon="filter" title={t("lists.nothingHere")} />;
  return (
    <Empty icon="inbox" title={t("lists.caughtUp")}>
      <p className="by-key">
        {t("lists.nothingUnread")} <kbd>T</kbd>
      </p>
      <a className="btn by-touch" href="#recent">
        {t("lists.openRecent")}
      </a>
    </Empty>
  );
}

/** Recent: conversations by newest message, read or not. Older ones are fetched on scrolling. */
import { useEffect, useSyncExternalStore } from "react";
import { compose } from "../../composer/intents.ts";
import { conversationKey, countOf, unreadConversations } from "../../inbox-order/unread.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Button } from "../../parts/buttons.tsx";
import { Chips } from "../../parts/Chips.tsx";
import { Segments } from "../../parts/Segments.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { WindowedList } from "../../parts/WindowedList.tsx";
import { type Session, useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { type TextKey, t } from "../../text/text.ts";
import { isOnRow, useRowCursor } from "../rows/cursor.ts";
import { useKept } from "../rows/kept.ts";
import { ListPage } from "../rows/ListPage.tsx";
import { NameFilter, useNameFilter } from "../rows/name-filter.tsx";
import { markConversationRead, toggleMuted } from "../rows/RowActions.tsx";
import {
  filteredRecent,
  placeNames,
  type RecentFilter,
  type RecentPlace,
  type RecentSort,
  recentFacts,
  sortedRecent,
} from "./filters.ts";
import { RecentRow } from "./RecentRow.tsx";
import { useEndReached } from "./useEndReached.ts";

const FILTERS: readonly { value: RecentFilter; label: TextKey }[] = [
  { value: "unread", label: "otherLists.recentUnread" },
  { value: "participated", label: "otherLists.recentParticipated" },
  { value: "followed", label: "otherLists.recentFollowed" },
  { value: "direct", label: "otherLists.recentDirect" },
  { value: "muted", label: "otherLists.recentMuted" },
  { value: "unresolved", label: "otherLists.recentUnresolved" },
];

/** Visitors have nothing of their own. */
const filtersFor = ({ isVisitor }: Session) => FILTERS.filter(({ value }) => !isVisitor || value === "unresolved");

export function Recent() {
  const session = useSession();
  const { recent } = session.messages;
  const { conversations, foundOldest, loading, error } = useSyncExternalStore(
    (listener) => recent.onChange(listener),
    () => recent.state,
  );
  const state = useStore(recentFacts);
  const [filters, setFilters] = useKept<readonly RecentFilter[]>("recent.filters", []);
  const [sort, setSort] = useKept<RecentSort>("recent.sort", "time");
  useEffect(() => {
    if (recent.state.conversations.length === 0) void recent.loadOlder();
  }, [recent]);
  const filtering = useNameFilter();
  const wanted = filteredRecent(conversations, new Set(filters), state);
  const isNamed = ({ place }: RecentPlace) => filtering.matches(placeNames(place, state));
  const named = filtering.query === "" ? wanted : wanted.filter(isNamed);
  const rows = sortedRecent(named, sort, state);
  useCommand("recent", () => filtering.open());
  const end = useEndReached(() => {
    if (!foundOldest && !loading) void recent.loadOlder();
  }, `${rows.length} ${loading}`);
  const cursor = useRowCursor(rows.map(({ key }) => key));
  const current = rows.find(({ key }) => key === cursor.key);
  const unread = unreadConversations(state);
  useCommand("edit", () => (current && isOnRow() ? void markConversationRead(session, current.place) : false));
  useCommand("muteTopic", () =>
    current && isOnRow()
      ? toggleMuted(session, current.place, unread.get(conversationKey(current.place))?.isMuted ?? false)
      : false,
  );
  const clear = () => {
    setFilters([]);
    filtering.close();
  };
  return (
    <ListPage>
      <header className="axis page-head" data-region="header">
        <div className="c">
          <h1>{t("views.recent")}</h1>
          <span className="spacer" />
          {!session.isVisitor && (
            <Segments
              label={t("otherLists.sortLabel")}
              value={sort}
              onChange={setSort}
              options={[
                { value: "time", label: t("otherLists.sortByTime") },
                { value: "unread", label: t("otherLists.sortByUnread") },
              ]}
            />
          )}
          <NameFilter filtering={filtering} />
        </div>
        <div className="c chips">
          <Chips
            label={t("lists.filter")}
            options={filtersFor(session).map(({ value, label }) => ({ value, label: t(label) }))}
            chosen={filters}
            onChange={setFilters}
          />
        </div>
      </header>
      {error && <Failure text={t("otherLists.couldNotLoad")} onRetry={() => void recent.loadOlder()} />}
      <WindowedList label={t("views.recent")} items={rows} cursor={cursor.key}>
        {(row, place) => (
          <RecentRow
            key={row.key}
            row={row}
            count={countOf(unread.get(conversationKey(row.place)))}
            cursor={cursor}
            place={place}
          />
        )}
      </WindowedList>
      {rows.length === 0 && !loading && foundOldest && (
        <NothingRecent isFiltered={filters.length > 0 || filtering.query !== ""} onClear={clear} />
      )}
      {loading && <Skeleton />}
      <div ref={end} />
    </ListPage>
  );
}

function NothingRecent({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { isVisitor } = useSession();
  if (isFiltered)
    return (
      <Empty icon="recent" title={t("otherLists.nothingRecent")}>
        <Button onPress={onClear}>{t("otherLists.clearFilters")}</Button>
      </Empty>
    );
  return (
    <Empty icon="recent" title={t("otherLists.noConversations")}>
      {!isVisitor && (
        <Button icon="compose" onPress={() => compose({ to: "channel" })}>
          {t("otherLists.startConversation")}
        </Button>
      )}
    </Empty>
  );
}

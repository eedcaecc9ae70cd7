/** The topics of a channel, newest first, with rows like in Recent. */
import { narrowAddress } from "../../address/address.ts";
import { type Conversation, channelNarrow } from "../../address/narrow.ts";
import { compose } from "../../composer/intents.ts";
import { isFollowed, isMuted } from "../../inbox-order/standing.ts";
import { conversationKey, countOf, unreadConversations } from "../../inbox-order/unread.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Button } from "../../parts/buttons.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { type RowPlace, WindowedList } from "../../parts/WindowedList.tsx";
import { useMaybeMessage } from "../../state/cached-messages.ts";
import { useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { ConversationRow } from "../rows/ConversationRow.tsx";
import { isOnRow, type RowCursor, useRowCursor } from "../rows/cursor.ts";
import { ListPage } from "../rows/ListPage.tsx";
import { NameFilter, useNameFilter } from "../rows/name-filter.tsx";
import { markConversationRead, RowActions, toggleMuted } from "../rows/RowActions.tsx";
import { useTopicsWithNewest } from "./useTopics.ts";

export function TopicList({ channelId }: { readonly channelId: number }) {
  const channel = useStore((state) => state.channels.channels.get(channelId));
  const { topics, failure, retry } = useTopicsWithNewest(channelId);
  const filtering = useNameFilter();
  const feed = useHref(narrowAddress(channelNarrow(channelId)));
  const shown = topics?.filter(({ name }) => filtering.matches(name)) ?? [];
  const cursor = useRowCursor(shown.map(({ name }) => rowKey(channelId, name)));
  const session = useSession();
  const current = shown.find(({ name }) => rowKey(channelId, name) === cursor.key);
  const place = current && ({ type: "topic", channelId, topic: current.name } as const);
  useCommand("edit", () => (place && isOnRow() ? void markConversationRead(session, place) : false));
  useCommand("muteTopic", () =>
    place && isOnRow() ? toggleMuted(session, place, isMuted(session.store.state, place)) : false,
  );
  if (!channel) return <Empty icon="lock" title={t("shell.noAccess")} />;
  const write = () => compose({ to: "channel", channelId });
  return (
    <ListPage>
      <header className="axis page-head" data-region="header">
        <span className="m" />
        <Tile channelId={channelId} size="l" />
        <div className="c">
          <div>
            <h1 dir="auto">{channel.name}</h1>
            <p className="sub">{t("otherLists.topicsOf")}</p>
          </div>
          <span className="spacer" />
          <a className="btn" href={feed}>
            {t("otherLists.feedOf")}
          </a>
          <NameFilter filtering={filtering} />
          <Button kind="primary" icon="plus" onPress={write}>
            {t("otherLists.newTopic")}
          </Button>
        </div>
      </header>
      {failure && <Failure text={failure} onRetry={retry} />}
      {!topics && !failure && <Skeleton onRetry={retry} />}
      {topics?.length === 0 && (
        <Empty icon="hash" title={t("otherLists.noTopics")}>
          <Button onPress={write}>{t("otherLists.newTopic")}</Button>
        </Empty>
      )}
      {topics && topics.length > 0 && shown.length === 0 && (
        <Empty icon="hash" title={t("otherLists.noTopicMatches")}>
          <Button onPress={filtering.close}>{t("otherLists.clearFilters")}</Button>
        </Empty>
      )}
      <WindowedList
        label={t("otherLists.topicsOf")}
        items={shown.map((topic) => ({ ...topic, key: rowKey(channelId, topic.name) }))}
        cursor={cursor.key}
      >
        {({ key, name, max_id }, standing) => (
          <TopicRow key={key} channelId={channelId} topic={name} newestId={max_id} cursor={cursor} place={standing} />
        )}
      </WindowedList>
    </ListPage>
  );
}

const rowKey = (channelId: number, topic: string) => conversationKey({ type: "topic", channelId, topic });

interface TopicRowProps {
  readonly channelId: number;
  readonly topic: string;
  readonly newestId: number;
  readonly cursor: RowCursor;
  readonly place: RowPlace;
}

function TopicRow({ channelId, topic, newestId, cursor, place }: TopicRowProps) {
  const conversation: Conversation = { type: "topic", channelId, topic };
  const key = conversationKey(conversation);
  const row = useStore((state) => unreadConversations(state).get(key));
  const follows = useStore((state) => isFollowed(state, conversation));
  const muted = useStore((state) => isMuted(state, conversation));
  const newest = useMaybeMessage(newestId);
  const { unread, muted: mutedUnread, hasMention } = countOf(row);
  return (
    <ConversationRow
      conversation={conversation}
      unread={unread + mutedUnread}
      hasMention={hasMention}
      isMuted={muted}
      isFollowed={follows}
      isUnderChannel
      isInChannelsList
      previewId={newestId}
      newestId={newestId}
      writers={newest ? [newest.sender_id] : []}
      link={cursor.linkProps(key)}
      isCursor={cursor.key === key}
      place={place}
      actions={
        <RowActions conversation={conversation} isFollowed={follows} isMuted={muted} isUnread={row !== undefined} />
      }
    />
  );
}

/** The topics of one channel, newest first, as rows like those of Recent. */
import { useEffect, useState } from "react";
import { narrowAddress } from "../../address/address.ts";
import { type Conversation, channelNarrow } from "../../address/narrow.ts";
import { compose } from "../../composer/intents.ts";
import { ListComposer } from "../../composer/ListComposer.tsx";
import { isFollowed, isMuted } from "../../inbox-order/standing.ts";
import { conversationKey, countOf, unreadConversations } from "../../inbox-order/unread.ts";
import { Button } from "../../parts/buttons.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { prepareName, prepareQuery, qualityOf } from "../../ranking/match.ts";
import { useMaybeMessage } from "../../state/cached-messages.ts";
import { useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { ConversationRow } from "../rows/ConversationRow.tsx";
import { type RowCursor, useRowCursor } from "../rows/cursor.ts";
import { RowActions } from "../rows/RowActions.tsx";
import { useTopicsWithNewest } from "./useTopics.ts";
import "../lists.css";

export function TopicList({ channelId }: { readonly channelId: number }) {
  const channel = useStore((state) => state.channels.channels.get(channelId));
  const { topics, failure, retry } = useTopicsWithNewest(channelId);
  const [query, setQuery] = useState("");
  const feed = useHref(narrowAddress(channelNarrow(channelId)));
  const wanted = prepareQuery(query);
  const shown =
    topics?.filter(({ name }) => wanted.words.length === 0 || qualityOf(prepareName(name), wanted) > 0) ?? [];
  const cursor = useRowCursor(shown.map(({ name }) => rowKey(channelId, name)));
  usePreviews(shown.map(({ max_id }) => max_id));
  if (!channel) return <Empty icon="hash" title={t("shell.noAccess")} />;
  return (
    <div className="view">
      <div className="list" data-region="log">
        <header className="axis page-head" data-region="header">
          <span className="m" />
          <Tile channelId={channelId} size="l" />
          <div className="c">
            <div>
              <h1 dir="auto">{channel.name}</h1>
              <p className="sub">{t("lists.topicsOf")}</p>
            </div>
            <span className="spacer" />
            <a className="btn" href={feed}>
              {t("lists.feedOf")}
            </a>
            <input
              type="search"
              className="field"
              aria-label={t("lists.filterByName")}
              placeholder={t("lists.filterByName")}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
            <Button kind="primary" icon="plus" onPress={() => compose({ to: "channel", channelId })}>
              {t("lists.newTopic")}
            </Button>
          </div>
        </header>
        {failure && <Failure text={failure} onRetry={retry} />}
        {!topics && !failure && <Skeleton />}
        {topics?.length === 0 && <Empty icon="hash" title={t("lists.noTopics")} />}
        <ul aria-label={t("lists.topicsOf")}>
          {shown.map(({ name, max_id }) => (
            <TopicRow key={name} channelId={channelId} topic={name} newestId={max_id} cursor={cursor} />
          ))}
        </ul>
      </div>
      <ListComposer />
    </div>
  );
}

const rowKey = (channelId: number, topic: string) => conversationKey({ type: "topic", channelId, topic });

interface TopicRowProps {
  readonly channelId: number;
  readonly topic: string;
  readonly newestId: number;
  readonly cursor: RowCursor;
}

function TopicRow({ channelId, topic, newestId, cursor }: TopicRowProps) {
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
      previewId={newestId}
      newestId={newestId}
      writers={newest ? [newest.sender_id] : []}
      link={cursor.linkProps(key)}
      isCursor={cursor.key === key}
      actions={
        <RowActions conversation={conversation} isFollowed={follows} isMuted={muted} isUnread={row !== undefined} />
      }
    />
  );
}

/** As many as fit on some screens have a quotation. */
const QUOTED = 60;

function usePreviews(ids: readonly number[]): void {
  const { messages } = useSession();
  const key = ids.slice(0, QUOTED).join();
  useEffect(() => {
    const missing = key
      .split(",")
      .map(Number)
      .filter((id) => id > 0 && messages.message(id) === undefined);
    if (missing.length > 0) messages.fetchByIds(missing).catch(() => {});
  }, [key, messages]);
}

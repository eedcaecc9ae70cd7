/** An item of the Inbox: a section heading, a channel heading, or a conversation. */

import { narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import { isOneList } from "../../inbox-order/folders.ts";
import { spelled, writers } from "../../inbox-order/rows.ts";
import type { UnreadConversation } from "../../inbox-order/unread.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Tile } from "../../parts/Tile.tsx";
import type { RowPlace } from "../../parts/WindowedList.tsx";
import { useCachedMessages } from "../../state/cached-messages.ts";
import { useHref } from "../../state/place.ts";
import { useStore } from "../../state/store.ts";
import { useUnreadWords } from "../../state/unread-words.ts";
import { t } from "../../text/text.ts";
import { ConversationRow } from "../rows/ConversationRow.tsx";
import type { RowCursor } from "../rows/cursor.ts";
import { RowActions } from "../rows/later-actions.ts";
import { useWantedMessages } from "../rows/wanted.ts";
import type { InboxItem } from "./shown.ts";

interface ItemProps<I = InboxItem> {
  readonly item: I;
  readonly place: RowPlace;
  readonly cursor: RowCursor;
  readonly onFold: (fold: string) => void;
}

type Of<K extends InboxItem["kind"]> = ItemProps<Extract<InboxItem, { kind: K }>>;

export function Item({ item, ...props }: ItemProps) {
  if (item.kind === "section") return <SectionHead item={item} {...props} />;
  if (item.kind === "channel") return <ChannelHead item={item} {...props} />;
  return <Row {...props} row={item.row} isUnderChannel={item.isUnderChannel} />;
}

function SectionHead({ item: { key, fold, isFolded, unread, section }, place, cursor, onFold }: Of<"section">) {
  const words = useUnreadWords();
  const name = useStore((state) => {
    if (section.type === "forYou") return t("lists.forYou");
    if (section.type === "muted") return t("lists.muted");
    if (section.type === "pinned") return t("lists.pinned");
    const folder = section.folderId === undefined ? undefined : state.folders.get(section.folderId);
    return folder?.name ?? t(isOneList(state) ? "phone.channels" : "lists.otherChannels");
  });
  return (
    <li className="list-head" {...place}>
      <div className={section.type === "muted" ? "axis group muted" : "axis group"}>
        <div className="c">
          <button
            type="button"
            className="group-fold"
            aria-expanded={!isFolded}
            onClick={() => onFold(fold)}
            {...(isFolded ? cursor.linkProps(key) : {})}
          >
            {(section.type === "muted" || isFolded) && <Icon name={isFolded ? "right" : "down"} size="s" />}
            <h2>{name}</h2>
          </button>
          {unread > 0 && <span className="quiet">{words(unread)}</span>}
        </div>
      </div>
    </li>
  );
}

function ChannelHead({ item: { key, fold, isFolded, unread, channelId }, place, cursor, onFold }: Of<"channel">) {
  const words = useUnreadWords();
  const name = useStore((state) => state.channels.channels.get(channelId)?.name ?? "");
  const href = useHref(narrowAddress(channelNarrow(channelId)));
  return (
    <li className="list-head" {...place}>
      <div className="axis chan">
        <span className="m" />
        <button
          type="button"
          className="t"
          aria-expanded={!isFolded}
          aria-label={name}
          onClick={() => onFold(fold)}
          {...(isFolded ? cursor.linkProps(key) : {})}
        >
          <Tile channelId={channelId} />
        </button>
        <span className="c">
          <a href={href} dir="auto">
            {name}
          </a>
          {isFolded && unread > 0 && <span className="quiet">{words(unread)}</span>}
        </span>
      </div>
    </li>
  );
}

/** Senders are taken from the last few messages: a conversation may have thousands. */
const LOOKED_AT = 20;
const MOST_PEOPLE = 3;

interface RowProps extends Pick<ItemProps, "place" | "cursor"> {
  readonly row: UnreadConversation;
  readonly isUnderChannel: boolean;
}

function Row({ row, place, cursor, isUnderChannel }: RowProps) {
  const topics = useStore((state) => state.topics);
  const isDone = row.messageIds.length === 0;
  const all = isDone ? (row.readIds ?? row.messageIds) : row.messageIds;
  const last = all.slice(-LOOKED_AT);
  const known = useCachedMessages(last);
  useWantedMessages(last.slice(-MOST_PEOPLE));
  const look = (id: number) => known.get(id);
  const said = { ...row, messageIds: last };
  const conversation = spelled(said, look, { topics });
  return (
    <ConversationRow
      conversation={conversation}
      unread={row.messageIds.length}
      hasMention={row.mentions > 0}
      isMuted={row.isMuted}
      isFollowed={row.isFollowed}
      isDone={isDone}
      isUnderChannel={isUnderChannel}
      previewId={all[0]}
      newestId={all.at(-1)}
      writers={writers(said, look)}
      link={cursor.linkProps(row.key)}
      isCursor={cursor.key === row.key}
      place={place}
      actions={
        <RowActions conversation={conversation} isFollowed={row.isFollowed} isMuted={row.isMuted} isUnread={!isDone} />
      }
    />
  );
}

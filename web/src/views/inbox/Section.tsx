/** A section of the Inbox: what concerns the reader, a folder with its channels, or what is muted. */
import { narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import type { InboxChannel, InboxSection } from "../../inbox-order/inbox.ts";
import { spelled, writers } from "../../inbox-order/rows.ts";
import type { UnreadConversation } from "../../inbox-order/unread.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useCachedMessages } from "../../state/cached-messages.ts";
import { useHref } from "../../state/place.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { ConversationRow } from "../rows/ConversationRow.tsx";
import type { RowCursor } from "../rows/cursor.ts";
import { RowActions } from "../rows/RowActions.tsx";
import { channelFold, headKey, rowsIn } from "./shown.ts";

interface SectionProps {
  readonly section: InboxSection;
  readonly folded: readonly string[];
  readonly onFold: (key: string) => void;
  readonly cursor: RowCursor;
}

export function Section({ section, folded, onFold, cursor }: SectionProps) {
  const isFolded = folded.includes(section.key);
  const name = useStore((state) => {
    if (section.type === "forYou") return t("lists.forYou");
    if (section.type === "muted") return t("lists.muted");
    if (section.type === "pinned") return t("lists.pinned");
    const folder = section.folderId === undefined ? undefined : state.folders.get(section.folderId);
    return folder?.name ?? t("lists.otherChannels");
  });
  const unread = rowsIn(section).reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  return (
    <div>
      <div className={section.type === "muted" ? "axis group muted" : "axis group"}>
        <div className="c">
          <button
            type="button"
            className="group-fold"
            aria-expanded={!isFolded}
            onClick={() => onFold(section.key)}
            {...(isFolded ? cursor.linkProps(headKey(section.key)) : {})}
          >
            {(section.type === "muted" || isFolded) && <Icon name={isFolded ? "right" : "down"} size="s" />}
            <h2>{name}</h2>
          </button>
          <span className="quiet">{t("lists.unreadCount", { count: unread })}</span>
        </div>
      </div>
      {!isFolded &&
        "channels" in section &&
        section.channels.map((channel) => (
          <Channel
            key={channel.channelId}
            channel={channel}
            isFolded={folded.includes(channelFold(channel.channelId))}
            onFold={() => onFold(channelFold(channel.channelId))}
            cursor={cursor}
          />
        ))}
      {!isFolded && !("channels" in section) && <Rows rows={section.rows} cursor={cursor} isUnderChannel={false} />}
    </div>
  );
}

interface ChannelProps {
  readonly channel: InboxChannel;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly cursor: RowCursor;
}

function Channel({ channel, isFolded, onFold, cursor }: ChannelProps) {
  const { channelId, rows } = channel;
  const name = useStore((state) => state.channels.channels.get(channelId)?.name ?? "");
  const href = useHref(narrowAddress(channelNarrow(channelId)));
  return (
    <>
      <div className="axis chan">
        <span className="m" />
        <button
          type="button"
          className="t"
          aria-expanded={!isFolded}
          aria-label={name}
          onClick={onFold}
          {...(isFolded ? cursor.linkProps(headKey(channelFold(channelId))) : {})}
        >
          <Tile channelId={channelId} />
        </button>
        <span className="c">
          <a href={href} dir="auto">
            {name}
          </a>
          {isFolded && (
            <span className="quiet">
              {t("lists.unreadCount", { count: rows.reduce((sum, { messageIds }) => sum + messageIds.length, 0) })}
            </span>
          )}
        </span>
      </div>
      {!isFolded && <Rows rows={rows} cursor={cursor} isUnderChannel />}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly UnreadConversation[];
  readonly cursor: RowCursor;
  readonly isUnderChannel: boolean;
}

function Rows({ rows, cursor, isUnderChannel }: RowsProps) {
  return (
    <ul>
      {rows.map((row) => (
        <Row key={row.key} row={row} cursor={cursor} isUnderChannel={isUnderChannel} />
      ))}
    </ul>
  );
}

function Row({ row, cursor, isUnderChannel }: Omit<RowsProps, "rows"> & { readonly row: UnreadConversation }) {
  const topics = useStore((state) => state.topics);
  const isDone = row.messageIds.length === 0;
  const messageIds = isDone ? (row.readIds ?? row.messageIds) : row.messageIds;
  const known = useCachedMessages(messageIds);
  const look = (id: number) => known.get(id);
  const said = { ...row, messageIds };
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
      previewId={messageIds[0]}
      newestId={messageIds.at(-1)}
      writers={writers(said, look)}
      link={cursor.linkProps(row.key)}
      isCursor={cursor.key === row.key}
      actions={
        <RowActions conversation={conversation} isFollowed={row.isFollowed} isMuted={row.isMuted} isUnread={!isDone} />
      }
    />
  );
}

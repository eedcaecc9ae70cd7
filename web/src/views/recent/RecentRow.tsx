import { isFollowed, isMuted } from "../../inbox-order/standing.ts";
import type { Count } from "../../inbox-order/unread.ts";
import type { RowPlace } from "../../parts/WindowedList.tsx";
import { useStore } from "../../state/store.ts";
import { ConversationRow } from "../rows/ConversationRow.tsx";
import type { RowCursor } from "../rows/cursor.ts";
import { RowActions } from "../rows/RowActions.tsx";
import type { RecentPlace } from "./filters.ts";

interface RecentRowProps {
  readonly row: RecentPlace;
  readonly count: Count;
  readonly cursor: RowCursor;
  readonly place: RowPlace;
}

const MOST_PEOPLE = 3;

export function RecentRow({ row, count, cursor, place: standing }: RecentRowProps) {
  const { key, place, newestId, participants } = row;
  const isFollowing = useStore((state) => isFollowed(state, place));
  const muted = useStore((state) => isMuted(state, place));
  const unread = count.unread + count.muted;
  return (
    <ConversationRow
      conversation={place}
      unread={unread}
      hasMention={count.hasMention}
      isMuted={muted}
      isFollowed={isFollowing}
      previewId={newestId}
      newestId={newestId}
      writers={participants.slice(0, MOST_PEOPLE)}
      link={cursor.linkProps(key)}
      isCursor={cursor.key === key}
      place={standing}
      actions={<RowActions conversation={place} isFollowed={isFollowing} isMuted={muted} isUnread={unread > 0} />}
    />
  );
}

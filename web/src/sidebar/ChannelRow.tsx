/** A channel, with its unread and open topics below. */

import { topicKey } from "@parley/client";
import { narrowAddress } from "../address/address.ts";
import { channelNarrow } from "../address/narrow.ts";
import { countsOf, type UnreadConversation, unreadOf } from "../inbox-order/unread.ts";
import { ChannelView } from "../navigation/channel-view.ts";
import { openChannel } from "../navigation/open-channel.ts";
import { Icon } from "../parts/Icon.tsx";
import { Tile } from "../parts/Tile.tsx";
import type { RowPlace } from "../parts/WindowedList.tsx";
import { nameFilter } from "../ranking/match.ts";
import { type ListedTopic, useChannelTopics } from "../state/channel-topics.ts";
import { useHref } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { useFolded } from "./folding.ts";
import { useSteady } from "./held.ts";
import type { Here } from "./here.ts";
import { sidebarMenus } from "./open-menus.ts";
import { Row } from "./Row.tsx";
import { TopicRow } from "./TopicRow.tsx";
import { type TopicsUnder, type TopicUnder, topicsUnder } from "./topics-under.ts";

interface ChannelRowProps {
  readonly channelId: number;
  /** Undefined if another channel is open. */
  readonly here: Here | undefined;
  readonly filter: string;
  readonly place: RowPlace;
}

export function ChannelRow({ channelId, here, filter, place }: ChannelRowProps) {
  const session = useSession();
  const name = useStore((state) => state.channels.channels.get(channelId)?.name ?? "");
  const isMuted = useStore((state) => state.channels.channels.get(channelId)?.personal?.is_muted === true);
  const unread = useStore((state) => countsOf(state).channels.get(channelId)?.unread ?? 0);
  const muted = useStore((state) => countsOf(state).channels.get(channelId)?.muted ?? 0);
  const hasMention = useStore((state) => countsOf(state).channels.get(channelId)?.hasMention ?? false);
  const opensList = useSetting("web_channel_default_view") === ChannelView.topics;
  const feed = useHref(narrowAddress(channelNarrow(channelId)));
  const list = useHref({ kind: "topics", channelId });
  const [isFolded, fold] = useFolded(`channel-${channelId}`);
  const topics = useStore((state) => unreadOf(state, channelId));
  const hasTopics = openTopic(here) !== undefined || topics.some((each) => !each.isMuted || each.mentions > 0);
  const isOpen = hasTopics && !(isFolded && openTopic(here) === undefined && filter === "");
  return (
    <Row
      href={opensList ? list : feed}
      name={name}
      mark={<Tile channelId={channelId} />}
      unread={unread > 0 ? unread : muted}
      hasMention={hasMention}
      isMuted={isMuted || (unread === 0 && muted > 0 && !hasMention)}
      isHere={here?.isWholeChannel === true}
      menu={async () => (await sidebarMenus()).channelMenu(session, channelId)}
      place={place}
      onOpen={() => void openChannel(session, channelId)}
      fold={hasTopics && filter === "" ? { isOpen, toggle: () => fold(isOpen) } : undefined}
    >
      {isOpen && <Topics channelId={channelId} here={here} filter={filter} unread={topics} listHref={list} />}
    </Row>
  );
}

interface TopicsProps {
  readonly channelId: number;
  readonly here: Here | undefined;
  readonly filter: string;
  readonly unread: readonly UnreadConversation[];
  readonly listHref: string;
}

function Topics({ channelId, here, filter, unread, listHref }: TopicsProps) {
  const all = useChannelTopics(channelId, here !== undefined);
  const { rows, hiddenUnread } = filter === "" ? standing(channelId, here, unread, all) : filtered(filter, unread);
  const shown = useSteady(rows, filter === "" ? asRead : undefined);
  const more = all ? all.length - rows.length : 0;
  return (
    <ul className="topics">
      {shown.map(({ key, topic, newestId, count, hasMention }) => (
        <TopicRow
          key={key}
          channelId={channelId}
          topic={topic}
          newest={newestId}
          unread={count}
          hasMention={hasMention}
          isHere={here?.conversationKey === key}
        />
      ))}
      {filter === "" && (more > 0 || hiddenUnread > 0) && (
        <Row
          href={listHref}
          name={more > 0 ? t("sidebar.moreTopics", { count: more }) : t("sidebar.allTopics")}
          mark={<Icon name="more" size="s" />}
          unread={hiddenUnread}
        />
      )}
    </ul>
  );
}

/** Read rows stay until the reader leaves. */
const asRead = (row: TopicUnder): TopicUnder => ({ ...row, count: 0, hasMention: false });

const openTopic = (here: Here | undefined): string | undefined =>
  here?.conversation?.type === "topic" ? here.conversation.topic : undefined;

function standing(
  channelId: number,
  here: Here | undefined,
  unread: readonly UnreadConversation[],
  all: readonly ListedTopic[] | undefined,
): TopicsUnder {
  const topic = openTopic(here);
  if (topic === undefined || here?.conversationKey === undefined) return topicsUnder(unread, undefined);
  const key = here.conversationKey;
  const listed = all?.find(({ name }) => topicKey(channelId, name) === key);
  return topicsUnder(unread, { key, topic: listed?.name ?? topic, newestId: listed?.max_id });
}

function filtered(filter: string, unread: readonly UnreadConversation[]): TopicsUnder {
  const matches = nameFilter(filter);
  return topicsUnder(
    unread.filter(({ conversation }) => conversation.type === "topic" && matches(conversation.topic)),
    undefined,
  );
}

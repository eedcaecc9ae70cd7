/** A topic below its channel. */
import { isResolved as isMarkedResolved, plainTopic } from "../actions/resolved.ts";
import { narrowAddress } from "../address/address.ts";
import { topicNarrow } from "../address/narrow.ts";
import { isTopicMuted, policyOf } from "../inbox-order/standing.ts";
import { Icon } from "../parts/Icon.tsx";
import { useHref } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { sidebarMenus } from "./open-menus.ts";
import { Row } from "./Row.tsx";

interface TopicRowProps {
  readonly channelId: number;
  readonly topic: string;
  readonly newest: number | undefined;
  readonly unread: number;
  readonly hasMention: boolean;
  readonly isHere: boolean;
}

const FOLLOWED = 3;

export function TopicRow({ channelId, topic, newest, unread, hasMention, isHere }: TopicRowProps) {
  const session = useSession();
  const href = useHref(narrowAddress(topicNarrow(channelId, topic)));
  const emptyName = useRealm("realm_empty_topic_display_name");
  const isFollowed = useStore((state) => policyOf(state, channelId, topic) === FOLLOWED);
  const isMuted = useStore((state) => isTopicMuted(state, channelId, topic));
  const isResolved = isMarkedResolved(topic);
  const name = plainTopic(topic);
  const shown = name === "" ? emptyName : name;
  return (
    <Row
      href={href}
      name={shown}
      note={isResolved ? t("sidebar.resolved") : undefined}
      shownName={name === "" ? <i>{shown}</i> : shown}
      mark={isResolved && <Icon name="check" />}
      sign={isFollowed && <Icon name="bell" size="s" label={t("sidebar.followed")} />}
      unread={unread}
      hasMention={hasMention}
      isMuted={isMuted}
      isHere={isHere}
      isDone={isResolved && unread === 0}
      menu={async () => (await sidebarMenus()).topicMenu(session, { channelId, topic, newest })}
    />
  );
}

/** The header of a topic. Its name is edited in place. */
import { type ReactNode, useState } from "react";
import { isResolved } from "../../actions/resolved.ts";
import { topicMenu } from "../../actions/topic-menu.ts";
import { changeTopicPolicy, VisibilityPolicy } from "../../actions/topic-policies.ts";
import { renameTopic, toggleResolved } from "../../actions/topics.ts";
import { narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import { useIsPhone } from "../../app/screen.ts";
import { BareButton, Button, IconButton } from "../../parts/buttons.tsx";
import { MenuButton } from "../../parts/Menu.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { FollowMenu } from "./FollowMenu.tsx";
import { TitleFrame } from "./Header.tsx";
import { TopicName } from "./TopicName.tsx";
import { TopicNameField } from "./TopicNameField.tsx";
import { useTopicState } from "./useTopicState.ts";

interface TopicTitleProps {
  readonly channelId: number;
  readonly topic: string;
  readonly newest: number | undefined;
  readonly actions: ReactNode;
}

export function TopicTitle({ channelId, topic, newest, actions }: TopicTitleProps) {
  const session = useSession();
  const { isVisitor } = session;
  const channel = useStore((state) => state.channels.channels.get(channelId)?.name);
  const feed = useHref(narrowAddress(channelNarrow(channelId)));
  const { isMuted, mayResolve, mayRename } = useTopicState(channelId, topic);
  // On a phone the whole title opens the details, where the topic is followed; the menu renames it.
  const isPhone = useIsPhone();
  const [isRenaming, setRenaming] = useState(false);
  const canRename = mayRename && newest !== undefined;
  const resolve = mayResolve && newest !== undefined ? () => void toggleResolved(session, newest, topic) : undefined;
  const deeds = { rename: canRename ? () => setRenaming(true) : undefined, toggleResolved: resolve };
  const rows = topicMenu(session, { channelId, topic, newest }, deeds);
  return (
    <TitleFrame
      mark={<Tile channelId={channelId} size="l" />}
      above={
        isPhone ? (
          <span className="trunc" dir="auto">
            {channel}
          </span>
        ) : (
          <a href={feed} dir="auto">
            {channel}
          </a>
        )
      }
      title={
        isRenaming && newest !== undefined ? (
          <TopicNameField
            topic={topic}
            onDone={(name) => {
              setRenaming(false);
              if (name !== undefined && name !== topic) void renameTopic(session, newest, topic, name);
            }}
          />
        ) : (
          <h1 className={isResolved(topic) ? "trunc resolved" : "trunc"}>
            {canRename && !isPhone ? (
              <BareButton className="title-edit trunc" onPress={() => setRenaming(true)}>
                <TopicName topic={topic} />
              </BareButton>
            ) : (
              <TopicName topic={topic} />
            )}
          </h1>
        )
      }
    >
      {isMuted && !isVisitor && (
        <span className="keeping">
          {t("narrow.mutedTopic")}
          <Button
            kind="plain"
            onPress={() => void changeTopicPolicy(session, channelId, topic, VisibilityPolicy.unmuted)}
          >
            {t("narrow.unmute")}
          </Button>
        </span>
      )}
      {resolve && (
        <span className="head-wide">
          <Button kind="plain" icon="resolve" onPress={resolve}>
            {t(isResolved(topic) ? "narrow.reopen" : "narrow.resolve")}
          </Button>
        </span>
      )}
      {!isVisitor && !isPhone && <FollowMenu channelId={channelId} topic={topic} />}
      {actions}
      <MenuButton label={t("narrow.topicActions")} rows={rows}>
        <IconButton icon="more" label={t("narrow.topicActions")} />
      </MenuButton>
    </TitleFrame>
  );
}

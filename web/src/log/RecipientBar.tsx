/** Which conversation the messages below it are in, where several are shown. */
import { type Conversation, conversationOf } from "@parley/client";
import { VisibilityPolicy, wishForTopic } from "../actions/topic-wishes.ts";
import { toggleResolved } from "../actions/topics.ts";
import { narrowAddress } from "../address/address.ts";
import { dmNarrow, nearMessage, topicNarrow } from "../address/narrow.ts";
import { RenderedText } from "../markup/RenderedText.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { IconButton } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Tile } from "../parts/Tile.tsx";
import { useMessage } from "../state/messages.ts";
import { nameOf, useOwnId } from "../state/people.ts";
import { useHref } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { said } from "../views/messages/said.ts";
import { TopicName } from "../views/messages/TopicName.tsx";
import { useTopicState } from "../views/messages/useTopicState.ts";

interface RecipientBarProps {
  readonly messageId: number;
  /** The topic as a search has marked it. */
  readonly subject?: string | undefined;
  /** It stands over the log as the one that was scrolled away. */
  readonly isHidden?: boolean;
}

export function RecipientBar({ messageId, subject, isHidden = false }: RecipientBarProps) {
  const message = useMessage(messageId);
  const ownId = useOwnId();
  if (!message) return null;
  const conversation = conversationOf(message, ownId);
  return (
    <div className="bar" data-bar={messageId} aria-hidden={isHidden || undefined} inert={isHidden || undefined}>
      {conversation.type === "channel" ? (
        <TopicBar
          channelId={conversation.stream_id}
          topic={conversation.topic}
          messageId={messageId}
          subject={subject}
        />
      ) : (
        <DirectBar people={conversation} messageId={messageId} />
      )}
    </div>
  );
}

interface TopicBarProps {
  readonly channelId: number;
  readonly topic: string;
  readonly messageId: number;
  readonly subject: string | undefined;
}

function TopicBar({ channelId, topic, messageId, subject }: TopicBarProps) {
  const session = useSession();
  const channel = useStore((state) => state.channels.channels.get(channelId)?.name);
  const feed = useHref(narrowAddress(nearMessage([{ operator: "channel", operand: channelId }], messageId)));
  const href = useHref(narrowAddress(nearMessage(topicNarrow(channelId, topic), messageId)));
  const { isResolved, isMuted, mayResolve } = useTopicState(channelId, topic);
  return (
    <>
      <Tile channelId={channelId} />
      <a className="quiet" href={feed} dir="auto">
        {channel ?? t("log.unknownChannel")}
      </a>
      <Icon name="right" size="s" />
      <a className="bar-topic trunc" href={href}>
        {subject === undefined ? <TopicName topic={topic} /> : <RenderedText html={subject} inline />}
      </a>
      <span className="spacer" />
      {mayResolve && topic !== "" && (
        <IconButton
          size="s"
          icon="resolve"
          isOn={isResolved}
          label={t(isResolved ? "log.reopen" : "log.resolve")}
          onPress={() => void toggleResolved(session, messageId, topic)}
        />
      )}
      <IconButton
        size="s"
        icon="mute"
        isOn={isMuted}
        label={t(isMuted ? "log.unmute" : "log.mute")}
        onPress={() =>
          said(wishForTopic(session, channelId, topic, isMuted ? VisibilityPolicy.unmuted : VisibilityPolicy.muted))
        }
      />
    </>
  );
}

interface DirectBarProps {
  readonly people: Extract<Conversation, { type: "direct" }>;
  readonly messageId: number;
}

function DirectBar({ people, messageId }: DirectBarProps) {
  const { user_ids } = people;
  const href = useHref(narrowAddress(nearMessage(dmNarrow(user_ids), messageId)));
  const names = useStore((state) => listText([t("log.you"), ...user_ids.map((id) => nameOf(state, id))]));
  const [first] = user_ids;
  return (
    <>
      {first !== undefined && <Avatar userId={first} size="s" />}
      <a className="bar-topic trunc" href={href} dir="auto">
        {user_ids.length === 0 ? t("views.notesToSelf") : names}
      </a>
    </>
  );
}

/** The conversation of the messages below, where several are interleaved. */
import { type Conversation, conversationOf } from "@parley/client";
import { changeTopicPolicy, VisibilityPolicy } from "../actions/topic-policies.ts";
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
import { TopicName } from "../views/messages/TopicName.tsx";
import { useTopicState } from "../views/messages/useTopicState.ts";
import { DayButton } from "./DayDivider.tsx";

interface RecipientBarProps {
  readonly messageId: number;
  /** The topic with search matches marked. */
  readonly subject?: string | undefined;
  /** The sticky copy over the log, for sight and pointer only. */
  readonly isHeld?: boolean;
}

/** Reachable by pointer only. */
const OUT_OF_THE_WAY = { tabIndex: -1 } as const;

export function RecipientBar({ messageId, subject, isHeld = false }: RecipientBarProps) {
  const message = useMessage(messageId);
  const ownId = useOwnId();
  if (!message) return null;
  const conversation = conversationOf(message, ownId);
  return (
    <div className="bar" data-bar={messageId}>
      {conversation.type === "channel" ? (
        <TopicBar
          channelId={conversation.stream_id}
          topic={conversation.topic}
          messageId={messageId}
          subject={subject}
          isHeld={isHeld}
        />
      ) : (
        <DirectBar people={conversation} messageId={messageId} isHeld={isHeld} />
      )}
      {isHeld && (
        <>
          <span className="spacer" />
          <DayButton seconds={message.timestamp} isHidden />
        </>
      )}
    </div>
  );
}

interface TopicBarProps {
  readonly channelId: number;
  readonly topic: string;
  readonly messageId: number;
  readonly subject: string | undefined;
  readonly isHeld: boolean;
}

function TopicBar({ channelId, topic, messageId, subject, isHeld }: TopicBarProps) {
  const channel = useStore((state) => state.channels.channels.get(channelId)?.name);
  const feed = useHref(narrowAddress(nearMessage([{ operator: "channel", operand: channelId }], messageId)));
  const href = useHref(narrowAddress(nearMessage(topicNarrow(channelId, topic), messageId)));
  return (
    <>
      <Tile channelId={channelId} />
      <a className="quiet" href={feed} dir="auto" {...(isHeld ? OUT_OF_THE_WAY : {})}>
        {channel ?? t("log.unknownChannel")}
      </a>
      <Icon name="right" size="s" />
      <a className="bar-topic trunc" href={href} {...(isHeld ? OUT_OF_THE_WAY : {})}>
        {subject === undefined ? <TopicName topic={topic} /> : <RenderedText html={subject} inline />}
      </a>
      {!isHeld && <TopicButtons channelId={channelId} topic={topic} messageId={messageId} />}
    </>
  );
}

function TopicButtons({ channelId, topic, messageId }: Pick<TopicBarProps, "channelId" | "topic" | "messageId">) {
  const session = useSession();
  const { isResolved, isMuted, mayResolve } = useTopicState(channelId, topic);
  const policy = isMuted ? VisibilityPolicy.unmuted : VisibilityPolicy.muted;
  return (
    <>
      <span className="spacer" />
      {mayResolve && (
        <IconButton
          size="s"
          icon="resolve"
          isOn={isResolved}
          label={t(isResolved ? "log.reopen" : "log.resolve")}
          onPress={() => void toggleResolved(session, messageId, topic)}
        />
      )}
      {!session.isVisitor && (
        <IconButton
          size="s"
          icon="mute"
          isOn={isMuted}
          label={t(isMuted ? "log.unmute" : "log.mute")}
          onPress={() => void changeTopicPolicy(session, channelId, topic, policy)}
        />
      )}
    </>
  );
}

interface DirectBarProps {
  readonly people: Extract<Conversation, { type: "direct" }>;
  readonly messageId: number;
  readonly isHeld: boolean;
}

function DirectBar({ people, messageId, isHeld }: DirectBarProps) {
  const { user_ids } = people;
  const href = useHref(narrowAddress(nearMessage(dmNarrow(user_ids), messageId)));
  const names = useStore((state) => listText([t("log.you"), ...user_ids.map((id) => nameOf(state, id))]));
  const [first] = user_ids;
  return (
    <>
      {first !== undefined && <Avatar userId={first} size="s" />}
      <a className="bar-topic trunc" href={href} dir="auto" {...(isHeld ? OUT_OF_THE_WAY : {})}>
        {user_ids.length === 0 ? t("views.notesToSelf") : names}
      </a>
    </>
  );
}

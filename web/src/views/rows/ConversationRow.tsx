/** A conversation as a row: count, name, preview, senders, time. */
import type { State } from "@parley/client";
import { type ReactNode, useState } from "react";
import { isResolved, plainTopic } from "../../actions/resolved.ts";
import { narrowAddress } from "../../address/address.ts";
import { type Conversation, narrowOf } from "../../address/narrow.ts";
import { useIsPhone } from "../../app/screen.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { Count } from "../../parts/Count.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Tile } from "../../parts/Tile.tsx";
import type { RowPlace } from "../../parts/WindowedList.tsx";
import { useMaybeMessage } from "../../state/cached-messages.ts";
import { peopleName } from "../../state/conversation-names.ts";
import { nameOf } from "../../state/people.ts";
import { useHref } from "../../state/place.ts";
import { useMinute } from "../../state/presence.ts";
import { useSession } from "../../state/session.tsx";
import { useClock, useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { useUnreadWords } from "../../state/unread-words.ts";
import { shortWhen } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { previewOf } from "./preview.ts";
import { useWantedMessages } from "./wanted.ts";

export interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly unread: number;
  readonly hasMention?: boolean;
  readonly isMuted?: boolean;
  readonly isFollowed?: boolean;
  /** Read while shown: it stays until the reader leaves. */
  readonly isDone?: boolean;
  /** Below its channel's heading, the icon column shows only a line. A phone has no such headings. */
  readonly isUnderChannel?: boolean;
  /** In a list of one channel's topics, which its title names. */
  readonly isInChannelsList?: boolean;
  /** The previewed message and recent senders. */
  readonly previewId: number | undefined;
  readonly newestId: number | undefined;
  readonly writers: readonly number[];
  readonly link: Readonly<Record<string, unknown>>;
  readonly isCursor: boolean;
  readonly actions?: ReactNode;
  readonly place: RowPlace;
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, unread, hasMention = false, isMuted = false, isDone = false, writers, link, isCursor } = props;
  const href = useHref(narrowAddress(narrowOf(conversation)));
  const words = useUnreadWords();
  const { isVisitor } = useSession();
  useWantedMessages([props.previewId, props.newestId]);
  // With thousands of rows, actions are rendered only for the hovered one.
  const [isHovered, setHovered] = useState(false);
  const isRead = unread === 0;
  const classes = ["axis conv", isCursor && "cursor", isMuted && "muted", isRead && "read", isDone && "done"];
  return (
    <li
      className={classes.filter(Boolean).join(" ")}
      {...props.place}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span className={isMuted ? "m low" : "m"} aria-hidden="true">
        <Count unread={unread} hasMention={hasMention} isMuted={isMuted} />
      </span>
      <Mark {...props} />
      <div className="c">
        <a className="words" href={href} {...link}>
          <span className="conv-title">
            <Name conversation={conversation} isFollowed={props.isFollowed ?? false} />
            <ChannelName {...props} />
          </span>
          {!isRead && <span className="sr">{words(unread, hasMention)}</span>}
          <Quoted messageId={props.previewId} />
        </a>
        {props.actions && !isVisitor && (isHovered || isCursor) && <span className="rowacts">{props.actions}</span>}
        <span className="pile" aria-hidden="true">
          {writers.map((id) => (
            <Avatar key={id} userId={id} size="s" />
          ))}
        </span>
        <When messageId={props.newestId} />
      </div>
    </li>
  );
}

function Mark({ conversation, isUnderChannel = false }: ConversationRowProps) {
  // A phone has no line for the channel, and room for a large icon.
  const isPhone = useIsPhone();
  const ownId = useStore((state) => state.users.ownId);
  if (conversation.type === "topic") {
    if (isUnderChannel && !isPhone) return <span className="mk thread" />;
    return (
      <span className="mk">
        <Tile channelId={conversation.channelId} {...(isPhone ? { size: "l" } : {})} />
      </span>
    );
  }
  const [first = ownId] = conversation.userIds;
  return (
    <span className="mk">
      {conversation.userIds.length > 1 ? (
        <Icon name="people" />
      ) : (
        <Avatar userId={first} {...(isPhone ? {} : { size: "s" })} withPresence />
      )}
    </span>
  );
}

function Name({ conversation, isFollowed }: { readonly conversation: Conversation; readonly isFollowed: boolean }) {
  const emptyName = useRealm("realm_empty_topic_display_name");
  const people = useStore((state) => (conversation.type === "direct" ? peopleName(state, conversation.userIds) : ""));
  if (conversation.type === "direct")
    return (
      <span className="name trunc" dir="auto">
        {people}
      </span>
    );
  const { topic } = conversation;
  return (
    <span className="name">
      {isResolved(topic) && <Icon name="check" label={t("lists.resolved")} />}
      <span className="trunc" dir="auto">
        {topic === "" ? <em>{emptyName}</em> : plainTopic(topic)}
      </span>
      {isFollowed && <Icon name="bell" label={t("lists.followed")} />}
    </span>
  );
}

/** The channel of a topic, where no heading names it. */
function ChannelName({ conversation, isUnderChannel = false, isInChannelsList = false }: ConversationRowProps) {
  const isPhone = useIsPhone();
  const channelId = conversation.type === "topic" ? conversation.channelId : undefined;
  const name = useStore((state) =>
    channelId === undefined ? undefined : state.channels.channels.get(channelId)?.name,
  );
  if (name === undefined || isInChannelsList || (isUnderChannel && !isPhone)) return null;
  return (
    <span className="in trunc" dir="auto">
      {" "}
      {name}
    </span>
  );
}

function Quoted({ messageId }: { readonly messageId: number | undefined }) {
  const message = useMaybeMessage(messageId);
  const sender = useStore((state) => (message ? shortName(state, message.sender_id) : ""));
  if (!message) return <span className="prev trunc" />;
  return (
    <span className="prev trunc" dir="auto">
      <b>{sender}</b> {previewOf(message)}
    </span>
  );
}

/** A person's first name. Those of bots are whole: "Build" says nothing. */
function shortName(state: State, userId: number): string {
  const name = nameOf(state, userId);
  return state.users.users.get(userId)?.is_bot ? name : (name.split(" ")[0] ?? name);
}

function When({ messageId }: { readonly messageId: number | undefined }) {
  const message = useMaybeMessage(messageId);
  const clock = useClock();
  const now = useMinute() * 60;
  return <span className="when">{message && shortWhen(message.timestamp, clock, now)}</span>;
}

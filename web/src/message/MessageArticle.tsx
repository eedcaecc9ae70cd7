/** One message of the log. */
import type { Message } from "@parley/client";
import { type ReactNode, useId, useState } from "react";
import { EditBox } from "../actions/EditBox.tsx";
import { useIsEditing } from "../actions/editing.ts";
import { MessageToolbar } from "../actions/MessageToolbar.tsx";
import { conversationOf, type NarrowTerm } from "../address/narrow.ts";
import type { Command } from "../keyboard/keys.ts";
import { useMessage } from "../state/messages.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { timeOfDay } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { Labels } from "./Labels.tsx";
import { Marks } from "./Marks.tsx";
import { MutedLine } from "./MutedLine.tsx";
import { Reactions } from "./Reactions.tsx";
import { Said } from "./Said.tsx";
import { useLongPress } from "./useLongPress.ts";
import { When } from "./When.tsx";
import { SenderName, SenderPicture, usePersonName, Who } from "./Who.tsx";
import "./message.css";

interface MessageArticleProps {
  readonly id: number;
  readonly position: number;
  readonly isFirst: boolean;
  readonly isCursor: boolean;
  readonly isTabbable: boolean;
  readonly isLinked: boolean;
  readonly terms: readonly NarrowTerm[];
  /** Its text with search matches marked. */
  readonly found: string | undefined;
  readonly onAct: (key: number, command: Command) => void;
  /** The dividers above this message: a day, a conversation, new messages. */
  readonly children?: ReactNode;
}

export function MessageArticle({ id, ...rest }: MessageArticleProps) {
  const message = useMessage(id);
  return message ? <KnownMessage message={message} {...rest} /> : null;
}

const MENTIONS = ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"];

type KnownMessageProps = Omit<MessageArticleProps, "id"> & { readonly message: Message };

function KnownMessage({ message, onAct, children, ...props }: KnownMessageProps) {
  const { id, sender_id: senderId, timestamp, flags, is_me_message: isAction } = message;
  const [isHovered, setHovered] = useState(false);
  const [isRevealed, setRevealed] = useState(false);
  const textId = useId();
  const isFromMuted = useStore(({ preferences }) => preferences.mutedUsers.has(senderId));
  const isEditing = useIsEditing(id);
  const name = usePersonName({ senderId, fallback: message.sender_full_name });
  const longPress = useLongPress(() => onAct(id, "messageMenu"));
  const isHidden = isFromMuted && !isRevealed;
  const mentions = MENTIONS.some((flag) => flags.includes(flag));
  const isUnread = !flags.includes("read");
  const clock = useClock();
  const label = labelOf({ name, time: timeOfDay(timestamp, clock), mentions, isUnread });
  const isFirst = props.isFirst || isHidden;
  return (
    <article
      aria-posinset={props.position}
      aria-setsize={-1}
      aria-label={isHidden ? t("message.fromMuted") : label}
      aria-describedby={isHidden ? undefined : textId}
      tabIndex={props.isTabbable ? 0 : -1}
    >
      {children}
      <div
        className={classesOf({ ...props, isFirst, mentions: mentions && !isHidden, isHovered })}
        onPointerEnter={({ pointerType }) => setHovered(pointerType === "mouse")}
        onPointerLeave={() => setHovered(false)}
        {...longPress}
      >
        <div className="m">
          <When seconds={timestamp} clock={clock} />
          <Marks messageId={id} isStarred={flags.includes("starred")} />
        </div>
        {isFirst && !isHidden ? <SenderPicture senderId={senderId} /> : <span />}
        <div className="body">
          {isHidden ? (
            <MutedLine onShow={() => setRevealed(true)} />
          ) : (
            <>
              {isFirst && !isAction && (
                <Who senderId={senderId} fallback={message.sender_full_name} seconds={timestamp} clock={clock} />
              )}
              <div className={isAction ? "said action" : "said"} id={textId} data-text>
                {isAction && <SenderName senderId={senderId} fallback={message.sender_full_name} />}
                {isEditing ? (
                  <EditBox messageId={id} />
                ) : (
                  <Said message={message} found={props.found}>
                    <Labels
                      editedAt={message.last_edit_timestamp}
                      movedAt={message.last_moved_timestamp}
                      movedFrom={conversationOf(props.terms) ? undefined : message.moved_from}
                      onOpen={() => onAct(id, "history")}
                    />
                  </Said>
                )}
              </div>
              <Reactions messageId={id} reactions={message.reactions} />
            </>
          )}
        </div>
        {(isHovered || props.isCursor) && !isHidden && !isEditing && <Toolbar messageId={id} terms={props.terms} />}
      </div>
    </article>
  );
}

function Toolbar({ messageId, terms }: { readonly messageId: number; readonly terms: readonly NarrowTerm[] }) {
  const { isVisitor } = useSession();
  return isVisitor ? null : <MessageToolbar messageId={messageId} terms={terms} />;
}

interface Looks {
  readonly isFirst: boolean;
  readonly isCursor: boolean;
  readonly isLinked: boolean;
  readonly isHovered: boolean;
  readonly mentions: boolean;
}

function classesOf({ isFirst, isCursor, isLinked, isHovered, mentions }: Looks): string {
  const names = [
    "axis msg",
    isFirst && "first",
    mentions && "mentions",
    isHovered && "hover",
    isCursor && "cursor",
    isLinked && "linked",
  ];
  return names.filter(Boolean).join(" ");
}

interface Spoken {
  readonly name: string;
  readonly time: string;
  readonly mentions: boolean;
  readonly isUnread: boolean;
}

/** As in "Priya Raman, 10:04, mentions you, unread". */
function labelOf({ name, time, mentions, isUnread }: Spoken): string {
  return t("message.label", { name, time, mentions: mentions ? "yes" : "no", unread: isUnread ? "yes" : "no" });
}

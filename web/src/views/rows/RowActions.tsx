/** Actions on a conversation without opening it. */
import { changeTopicPolicy, markDirectRead, markTopicRead, VisibilityPolicy } from "../../actions/topic-policies.ts";
import type { Conversation } from "../../address/narrow.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { type Session, useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";

interface RowActionsProps {
  readonly conversation: Conversation;
  readonly isFollowed: boolean;
  readonly isMuted: boolean;
  readonly isUnread: boolean;
}

export const markConversationRead = (session: Session, conversation: Conversation): void =>
  conversation.type === "topic"
    ? markTopicRead(session, conversation.channelId, conversation.topic)
    : markDirectRead(session, conversation.userIds);

export function toggleMuted(session: Session, conversation: Conversation, isMuted: boolean): void {
  if (conversation.type !== "topic") return;
  const policy = isMuted ? VisibilityPolicy.unmuted : VisibilityPolicy.muted;
  void changeTopicPolicy(session, conversation.channelId, conversation.topic, policy);
}

export function RowActions({ conversation, isFollowed, isMuted, isUnread }: RowActionsProps) {
  const session = useSession();
  const follow = () => {
    if (conversation.type !== "topic") return;
    const policy = isFollowed ? VisibilityPolicy.none : VisibilityPolicy.followed;
    void changeTopicPolicy(session, conversation.channelId, conversation.topic, policy);
  };
  return (
    <>
      {conversation.type === "topic" && (
        <>
          <IconButton
            icon="bell"
            size="s"
            label={t(isFollowed ? "otherLists.unfollow" : "otherLists.follow")}
            isOn={isFollowed}
            tabIndex={-1}
            onPress={follow}
          />
          <IconButton
            icon="mute"
            size="s"
            label={t(isMuted ? "otherLists.unmute" : "otherLists.mute")}
            command="muteTopic"
            tabIndex={-1}
            onPress={() => toggleMuted(session, conversation, isMuted)}
          />
        </>
      )}
      {isUnread && (
        <IconButton
          icon="check"
          size="s"
          label={t("otherLists.markRead")}
          tabIndex={-1}
          onPress={() => void markConversationRead(session, conversation)}
        />
      )}
    </>
  );
}

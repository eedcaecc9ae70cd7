/** The reactions below a message, including the reader's unsent ones. */
import { isSameEmoji, type Message, type PendingReaction, reactionsWith } from "@parley/client";
import { useSyncExternalStore } from "react";
import { asReaction, toggleReaction } from "../actions/react.ts";
import { openEmojiPicker } from "../emoji/open-picker.ts";
import { Icon } from "../parts/Icon.tsx";
import { useTip } from "../parts/tips.tsx";
import { nameOf, useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { listText, numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { areNamed, charactersOf, type Pill, pictureOf, pillsOf } from "./reactions.ts";

interface ReactionsProps {
  readonly messageId: number;
  readonly reactions: Message["reactions"];
}

export function Reactions({ messageId, reactions }: ReactionsProps) {
  const { reactions: made } = useSession();
  const pending = useSyncExternalStore(
    (listener) => made.onChange(listener),
    () => made.of(messageId),
  );
  // Most messages have none.
  return reactions.length + pending.length === 0 ? null : (
    <Reacted messageId={messageId} reactions={reactions} pending={pending} />
  );
}

interface ReactedProps extends ReactionsProps {
  readonly pending: readonly PendingReaction[];
}

function Reacted({ messageId, reactions: known, pending }: ReactedProps) {
  const ownId = useOwnId();
  const showsNames = useSetting("display_emoji_reaction_users");
  const session = useSession();
  const { isVisitor, messages } = session;
  const isWaiting = useSyncExternalStore(
    (listener) => session.reactions.onChange(listener),
    () => session.reactions.isWaiting,
  );
  const waits = (emoji: Pill["emoji"]) => isWaiting && pending.some((each) => isSameEmoji(each.emoji, emoji));
  // The current version: the picker may stay open across several reactions.
  const react = (emoji: Pill["emoji"]) => {
    const message = messages.message(messageId);
    if (message) toggleReaction(session, message, emoji);
  };
  const reactions = reactionsWith(pending, known, ownId);
  if (reactions.length === 0) return null;
  const pills = pillsOf(reactions, ownId);
  const isNamed = showsNames && areNamed(pills);
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no element for a group of buttons.
    <div className="reacts" role="group" aria-label={t("message.reactions")}>
      {pills.map((pill) => (
        <ReactionPill
          key={pill.key}
          pill={pill}
          isNamed={isNamed}
          isWaiting={waits(pill.emoji)}
          {...(isVisitor ? {} : { onPress: () => react(pill.emoji) })}
        />
      ))}
      {!isVisitor && (
        <button
          type="button"
          className="react add"
          aria-label={t("message.addReaction")}
          onClick={({ currentTarget }) => openEmojiPicker(currentTarget, (emoji) => react(asReaction(emoji)))}
        >
          <Icon name="react" size="s" />
        </button>
      )}
    </div>
  );
}

interface ReactionPillProps {
  readonly pill: Pill;
  readonly isNamed: boolean;
  readonly isWaiting: boolean;
  readonly onPress?: () => void;
}

function ReactionPill({ pill, isNamed, isWaiting, onPress }: ReactionPillProps) {
  const { emoji, userIds, isOwn } = pill;
  const ownId = useOwnId();
  const names = useStore((state) =>
    listText(
      (isOwn ? [ownId, ...userIds.filter((id) => id !== ownId)] : userIds).map((id) =>
        id === ownId ? t("message.you") : nameOf(state, id),
      ),
    ),
  );
  const label = t(isWaiting ? "message.reactionWaits" : "message.reacted", { names, emoji: emoji.emoji_name });
  const tip = useTip(label);
  return (
    <button
      type="button"
      className={["react", isOwn && "own", isWaiting && "waiting"].filter(Boolean).join(" ")}
      aria-label={label}
      aria-pressed={isOwn}
      disabled={onPress === undefined}
      onClick={onPress}
      {...tip}
    >
      {/* The label contains everything. */}
      <span className="pill-text" aria-hidden="true">
        <Emoji emoji={emoji} />
        {isNamed ? names : numberText(userIds.length)}
      </span>
    </button>
  );
}

/** An emoji as the system draws it, or an image; otherwise its name. */
function Emoji({ emoji }: { readonly emoji: Pill["emoji"] }) {
  const picture = useStore((state) => pictureOf(emoji, state));
  const characters = charactersOf(emoji);
  if (characters !== undefined) return <span className="e">{characters}</span>;
  return picture === undefined ? <span>{`:${emoji.emoji_name}:`}</span> : <img className="e" src={picture} alt="" />;
}

/** Every message action in one table, used by the toolbar, the menu, the sheet and the keys. */
import type { Message, State } from "@parley/client";
import { askedTerms, type NarrowTerm } from "../address/narrow.ts";
import { openPersonCard } from "../card/PersonCard.tsx";
import { personMention } from "../composer/editing/syntax.ts";
import { compose } from "../composer/intents.ts";
import { openEmojiPicker } from "../emoji/open-picker.ts";
import { isTopicMuted } from "../inbox-order/standing.ts";
import type { Command } from "../keyboard/keys.ts";
import { keepUnread } from "../log/keeping.ts";
import type { MenuRow } from "../parts/Menu.tsx";
import type { IconName } from "../parts/Sprite.tsx";
import { showToast } from "../parts/toasts.tsx";
import { copyLink } from "../sidebar/copy-link.ts";
import type { Session } from "../state/session.tsx";
import { type TextKey, t } from "../text/text.ts";
import { hasWidget } from "../widgets/Widget.tsx";
import { attempt } from "./attempt.ts";
import { copy } from "./copy.ts";
import { openDelete, openHistory, openMove, openReceipts, openRemind, openReport, openSource } from "./dialogs.tsx";
import { beginEditing } from "./editing.ts";
import { anchorOfMessage, articleOfMessage } from "./elements.ts";
import { addressOfMessage, replyTo } from "./message-place.ts";
import {
  deleteRight,
  editRight,
  historyRight,
  moveRight,
  type Right,
  receiptsRight,
  reportRight,
} from "./permissions.ts";
import { forwardMessage, quoteMessage } from "./quoting.ts";
import { asReaction, joinFirstReaction, THUMBS_UP, toggleReaction } from "./react.ts";
import { changeTopicPolicy, VisibilityPolicy } from "./topic-policies.ts";

export interface Acting {
  readonly session: Session;
  readonly message: Message;
  /** Of the view in which the action was triggered. */
  readonly terms: readonly NarrowTerm[];
  /** The element that was pressed. */
  readonly anchor?: Element;
}

interface MessageAction {
  readonly label: TextKey | ((message: Message) => TextKey);
  readonly icon: IconName;
  readonly command?: Command;
  readonly isDangerous?: true;
  /** Everyone may, when omitted. */
  readonly right?: (state: State, message: Message, now: number) => Right;
  readonly act: (acting: Acting) => unknown;
}

const hasFlag = ({ flags }: Message, flag: string): boolean => flags.includes(flag);

/** Toggles relative to the state after everything pending is sent. */
function toggleFlag({ session: { readMarks }, message }: Acting, flag: "starred" | "collapsed"): void {
  const now = readMarks.pendingOp(message.id, flag) ?? (hasFlag(message, flag) ? "add" : "remove");
  readMarks.mark(flag, now === "add" ? "remove" : "add", [message.id]);
  void readMarks.flush();
}

const ownIdOf = ({ store }: Session): number => store.state.users.ownId;

const senderOf = ({ store }: Session, { sender_id, sender_full_name }: Message) => ({
  user_id: sender_id,
  full_name: store.state.users.users.get(sender_id)?.full_name ?? sender_full_name,
});

const react = ({ session, message, anchor }: Acting) =>
  openEmojiPicker(anchor ?? anchorOfMessage(message.id), (emoji) => {
    // The current version: the picker may stay open across several changes.
    const current = session.messages.message(message.id) ?? message;
    toggleReaction(session, current, asReaction(emoji));
  });

const markUnread = ({ session, message, terms }: Acting) => {
  keepUnread();
  return attempt(() => session.readMarks.markUnreadFrom(askedTerms(terms), message.id));
};

const isOthers = ({ users }: State, { sender_id }: Message): Right =>
  sender_id === users.ownId ? "absent" : "allowed";

const isInChannel = (_: State, { type }: Message): Right => (type === "stream" ? "allowed" : "absent");

/** A widget's content is not in its text. */
const editable = (state: State, message: Message, now: number): Right =>
  hasWidget(message) ? "absent" : editRight(state, message, now);

function toggleMuted({ session, message: { stream_id, subject } }: Acting): void {
  if (stream_id === undefined) return;
  const isMuted = isTopicMuted(session.store.state, stream_id, subject);
  const isInMuted = session.store.state.channels.channels.get(stream_id)?.personal?.is_muted === true;
  const calm = isInMuted ? VisibilityPolicy.unmuted : VisibilityPolicy.none;
  void changeTopicPolicy(session, stream_id, subject, isMuted ? calm : VisibilityPolicy.muted);
}

export const MESSAGE_ACTIONS = {
  edit: {
    label: "actions.edit",
    icon: "draft",
    command: "edit",
    right: editable,
    act: ({ session, message }) => beginEditing(session, message.id),
  },
  reply: {
    label: "actions.reply",
    icon: "reply",
    command: "reply",
    act: ({ session, message }) => compose(replyTo(message, ownIdOf(session))),
  },
  replyDirectly: {
    label: "actions.replyDirectly",
    icon: "dm",
    command: "replyDirectly",
    right: isOthers,
    act: ({ message }) => compose({ to: "direct", userIds: [message.sender_id] }),
  },
  replyWithMention: {
    label: "actions.replyWithMention",
    icon: "at",
    command: "replyWithMention",
    right: isOthers,
    act: ({ session, message }) =>
      compose(
        replyTo(message, ownIdOf(session), `${personMention(senderOf(session, message), { isAmbiguous: true })} `),
      ),
  },
  quote: {
    label: "actions.quote",
    icon: "quote",
    command: "quote",
    act: ({ session, message }) => quoteMessage(session, message),
  },
  forward: {
    label: "actions.forward",
    icon: "forward",
    command: "forward",
    act: ({ session, message }) => forwardMessage(session, message),
  },
  react: { label: "actions.react", icon: "react", command: "react", act: react },
  star: {
    label: (message) => (hasFlag(message, "starred") ? "actions.unstar" : "actions.star"),
    icon: "star",
    command: "star",
    act: (acting) => toggleFlag(acting, "starred"),
  },
  remind: { label: "actions.remind", icon: "clock", act: ({ message }) => openRemind(message.id) },
  markUnread: { label: "actions.markUnread", icon: "unread", command: "markUnread", act: markUnread },
  move: {
    label: "actions.move",
    icon: "move",
    command: "move",
    right: moveRight,
    act: ({ message }) => openMove(message.id),
  },
  collapse: {
    label: (message) => (hasFlag(message, "collapsed") ? "actions.expand" : "actions.collapse"),
    icon: "minus",
    command: "collapse",
    act: (acting) => toggleFlag(acting, "collapsed"),
  },
  copyLink: {
    label: "actions.copyLink",
    icon: "link",
    command: "copyLink",
    act: ({ session: { store }, message }) => copyLink(addressOfMessage(message, store.state.users.ownId), store.state),
  },
  copyText: {
    label: "actions.copyText",
    icon: "copy",
    act: ({ session, message }) =>
      attempt(async () => copy(await session.messages.source(message.id), t("actions.textCopied"))),
  },
  source: {
    label: "actions.source",
    icon: "code",
    act: ({ message }) => openSource(message.id),
  },
  history: {
    label: "actions.history",
    icon: "history",
    command: "history",
    right: historyRight,
    act: ({ message }) => openHistory(message.id),
  },
  receipts: {
    label: "actions.receipts",
    icon: "eye",
    command: "receipts",
    right: receiptsRight,
    act: ({ message }) => openReceipts(message.id),
  },
  report: {
    label: "actions.report",
    icon: "flag",
    right: reportRight,
    act: ({ message }) => openReport(message.id),
  },
  delete: {
    label: "actions.delete",
    icon: "trash",
    isDangerous: true,
    right: deleteRight,
    act: ({ message }) => openDelete(message.id),
  },
  // Actions with a key that appear elsewhere on the screen.
  thumbsUp: {
    label: "actions.thumbsUp",
    icon: "react",
    command: "thumbsUp",
    act: ({ session, message }) => toggleReaction(session, message, THUMBS_UP),
  },
  joinReaction: {
    label: "actions.joinReaction",
    icon: "react",
    command: "joinReaction",
    right: (_, { reactions }) => (reactions.length > 0 ? "allowed" : "absent"),
    act: ({ session, message }) => joinFirstReaction(session, message),
  },
  muteTopic: { label: "actions.muteTopic", icon: "mute", command: "muteTopic", right: isInChannel, act: toggleMuted },
  personCard: {
    label: "actions.personCard",
    icon: "user",
    command: "personCard",
    act: ({ message }) =>
      openPersonCard(
        message.sender_id,
        articleOfMessage(message.id)?.querySelector(".who, .av") ?? anchorOfMessage(message.id),
      ),
  },
  viewImage: {
    label: "actions.viewImage",
    icon: "image",
    command: "viewImage",
    right: (_, { id }) => (articleOfMessage(id)?.querySelector(".shot") ? "allowed" : "absent"),
    act: ({ message }) => articleOfMessage(message.id)?.querySelector<HTMLElement>(".shot")?.click(),
  },
} as const satisfies Record<string, MessageAction>;

export type ActionName = keyof typeof MESSAGE_ACTIONS;

const actionOf = (name: ActionName): MessageAction => MESSAGE_ACTIONS[name];

export function rightTo(name: ActionName, { session, message }: Acting): Right {
  return actionOf(name).right?.(session.store.state, message, Date.now() / 1000) ?? "allowed";
}

/** Runs the action if it is allowed, or says why not. Returns whether the action applies to this message. */
export function perform(name: ActionName, acting: Acting): boolean {
  const right = rightTo(name, acting);
  if (right === "absent") return false;
  if (right === "allowed") actionOf(name).act(acting);
  else showToast({ text: t(right.refusal) });
  return true;
}

export interface OfferedAction {
  readonly name: ActionName;
  readonly label: string;
  readonly icon: IconName;
  readonly command: Command | undefined;
  readonly isDangerous: boolean;
  readonly refusal: string | undefined;
}

/** The action as offered for this message; undefined if the reader can never use it. */
export function offered(name: ActionName, acting: Acting): OfferedAction | undefined {
  const right = rightTo(name, acting);
  if (right === "absent") return undefined;
  const { label, icon, command, isDangerous = false } = actionOf(name);
  return {
    name,
    label: t(typeof label === "string" ? label : label(acting.message)),
    icon,
    command,
    isDangerous,
    refusal: right === "allowed" ? undefined : t(right.refusal),
  };
}

const MENU: readonly (readonly ActionName[])[] = [
  ["reply", "replyDirectly", "replyWithMention", "quote", "forward"],
  ["react", "star", "remind", "markUnread", "collapse"],
  ["edit", "move"],
  ["copyLink", "copyText", "source", "history", "receipts"],
  ["report", "delete"],
];

export function menuOf(acting: Acting): readonly MenuRow[] {
  const groups = MENU.map((names) =>
    names.flatMap((name): MenuRow[] => {
      const action = offered(name, acting);
      if (!action) return [];
      const { label, icon, command, isDangerous, refusal } = action;
      return [
        {
          id: name,
          label,
          icon,
          isDangerous,
          ...(command ? { command } : {}),
          ...(refusal === undefined ? {} : { refusal }),
          onAction: () => actionOf(name).act(acting),
        },
      ];
    }),
  ).filter((rows) => rows.length > 0);
  return groups.flatMap((rows, index) => (index === 0 ? rows : ["separator" as const, ...rows]));
}

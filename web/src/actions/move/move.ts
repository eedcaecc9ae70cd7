/** Moves messages, and undoes moves. */
import { type Message, RequestError } from "@parley/client";
import { messageEditing } from "@parley/server/contract";
import { showToast } from "../../parts/toasts.tsx";
import { conversationName } from "../../state/conversation-names.ts";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { attempt } from "../attempt.ts";
import { PROPAGATION, type Scope } from "./scope.ts";
import "../texts.ts";

export interface TopicLocation {
  readonly channelId: number;
  readonly topic: string;
}

export interface Move {
  readonly messageId: number;
  readonly scope: Scope;
  readonly from: TopicLocation;
  readonly to: TopicLocation;
  readonly notesInNew: boolean;
  readonly notesInOld: boolean;
  /** The messages that move, if known. */
  readonly ids: readonly number[] | undefined;
  /** The target already has messages, which must stay when the move is undone. */
  readonly joins: boolean;
}

/** A topic of which only some messages may be moved. */
export interface Limited {
  readonly all: number;
  readonly allowed: number;
  readonly first: number | undefined;
}

export function limitedBy(error: unknown): Limited | undefined {
  if (!(error instanceof RequestError) || error.code !== "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED") return undefined;
  const { total_messages_in_topic, total_messages_allowed_to_move, first_message_id_allowed_to_move } = error.fields;
  return {
    all: Number(total_messages_in_topic),
    allowed: Number(total_messages_allowed_to_move),
    first: typeof first_message_id_allowed_to_move === "number" ? first_message_id_allowed_to_move : undefined,
  };
}

type MoveStep = Pick<Move, "messageId" | "scope" | "from" | "to" | "notesInNew" | "notesInOld">;

function send({ connection }: Session, { messageId, scope, from, to, notesInNew, notesInOld }: MoveStep) {
  return connection.call(messageEditing.editMessage, {
    message_id: messageId as Message["id"],
    propagate_mode: PROPAGATION[scope],
    send_notification_to_new_thread: notesInNew,
    send_notification_to_old_thread: notesInOld,
    ...(to.channelId === from.channelId ? {} : { stream_id: to.channelId as NonNullable<Message["stream_id"]> }),
    ...(to.topic === from.topic ? {} : { topic: to.topic }),
  });
}

/**
 * To undo a move into a topic with other messages, each message moves back by itself; more than this takes too long.
 */
const MOST_ONE_BY_ONE = 100;

/** Undoes the move; undefined where that cannot be done exactly. */
function wayBack(session: Session, move: Move): (() => void) | undefined {
  const { messageId, scope, from, to, ids, joins } = move;
  const back = { from: to, to: from, notesInNew: false, notesInOld: false };
  if (scope === "one" || !joins) {
    const whole: Scope = scope === "one" ? "one" : "all";
    return () => void attempt(() => send(session, { ...back, messageId, scope: whole }));
  }
  if (!ids || ids.length > MOST_ONE_BY_ONE) return undefined;
  return () =>
    void attempt(async () => {
      for (const id of ids) await send(session, { ...back, messageId: id, scope: "one" });
    });
}

export function placeText({ store }: Session, { channelId, topic }: TopicLocation): string {
  return conversationName(store.state, { type: "topic", channelId, topic });
}

/** Throws the server's error. */
export async function moveMessages(session: Session, move: Move): Promise<void> {
  await send(session, move);
  const place = placeText(session, move.to);
  const undo = wayBack(session, move);
  showToast({
    text: move.ids
      ? t("messageDialogs.moved", { count: move.ids.length, place })
      : t("messageDialogs.movedSome", { place }),
    ...(undo ? { undo } : {}),
  });
}

/** The edit history of a message: each edit with its changed words, each move with its origin and destination. */
import type { Message } from "@parley/client";
import { messageHistory, messages, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { useMessage } from "../../state/messages.ts";
import { nameOf } from "../../state/people.ts";
import { type Session, useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { momentText } from "../../text/dates.ts";
import { type TextKey, t } from "../../text/text.ts";
import { sentenceOf } from "../attempt.ts";
import { placeText, type TopicLocation } from "../move/move.ts";
import { wordDiff } from "./word-diff.ts";
import "../texts.ts";
import "../actions.css";

type HistoryEntry = ShapeOf<(typeof messageHistory.getMessageHistory)["response"]>["message_history"][number];

interface HistoryDialogProps {
  readonly messageId: number;
  readonly onClose: () => void;
}

export function HistoryDialog({ messageId, onClose }: HistoryDialogProps) {
  const { connection } = useSession();
  const message = useMessage(messageId);
  const [steps, setSteps] = useState<readonly HistoryEntry[]>();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again on each attempt and after each edit.
  useEffect(() => {
    const ending = new AbortController();
    const args = { message_id: messageId as Message["id"], allow_empty_topic_name: true };
    connection.call(messageHistory.getMessageHistory, args, { signal: ending.signal }).then(
      ({ message_history }) => setSteps(message_history),
      (error: unknown) => ending.signal.aborted || setProblem(sentenceOf(error)),
    );
    return () => ending.abort();
  }, [connection, messageId, tries, message?.last_edit_timestamp, message?.last_moved_timestamp]);
  const again = () => {
    setProblem(undefined);
    setTries(tries + 1);
  };
  return (
    <Dialog title={t("messageDialogs.historyTitle")} onClose={onClose} size="wide">
      {problem !== undefined ? (
        <Failure text={problem} onRetry={again} />
      ) : !steps ? (
        <Skeleton rows={2} />
      ) : (
        <ol className="history">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: history entries never move.
            <li key={index}>
              <HistoryStep step={step} isFirst={index === 0} channelId={message?.stream_id} />
            </li>
          ))}
        </ol>
      )}
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t("parts.close")}
        </Button>
      </div>
    </Dialog>
  );
}

function said({ prev_content, prev_topic, prev_stream }: HistoryEntry, isFirst: boolean): TextKey {
  if (isFirst) return "messageDialogs.sentBy";
  const isMove = prev_topic !== undefined || prev_stream !== undefined;
  if (!isMove) return "messageDialogs.editedBy";
  return prev_content === undefined ? "messageDialogs.movedBy" : "messageDialogs.editedAndMovedBy";
}

interface HistoryStepProps {
  readonly step: HistoryEntry;
  readonly isFirst: boolean;
  readonly channelId: number | undefined;
}

function HistoryStep({ step, isFirst, channelId }: HistoryStepProps) {
  const session = useSession();
  const clock = useClock();
  const { user_id, timestamp, content, prev_content, topic, prev_topic, stream, prev_stream } = step;
  const name = useStore((state) => (user_id === null ? t("messageDialogs.somebody") : nameOf(state, user_id)));
  const isMove = prev_topic !== undefined || prev_stream !== undefined;
  const now = { channelId: stream ?? channelId ?? 0, topic };
  const before = { channelId: prev_stream ?? now.channelId, topic: prev_topic ?? topic };
  return (
    <>
      <p className="history-who">
        {user_id !== null && <Avatar userId={user_id} size="s" />}
        <b dir="auto">{t(said(step, isFirst), { name })}</b> <time>{momentText(timestamp, clock)}</time>
      </p>
      {isMove && (
        <p className="history-move" dir="auto">
          {t("messageDialogs.fromTo", { from: nameOfPlace(session, before), to: nameOfPlace(session, now) })}
        </p>
      )}
      {prev_content !== undefined ? (
        <Difference before={prev_content} after={content} />
      ) : (
        !isMove && (
          <p className="history-text" dir="auto">
            {content || t("messageDialogs.textNotKept")}
          </p>
        )
      )}
    </>
  );
}

const nameOfPlace = (session: Session, place: TopicLocation): string =>
  place.channelId === messages.HIDDEN_CHANNEL ? t("message.privateChannel") : placeText(session, place);

const ELEMENTS = { same: "span", added: "ins", removed: "del" } as const;

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <p className="history-text" dir="auto">
      {wordDiff(before, after).map(({ kind, text }, index) => {
        const Element = ELEMENTS[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key.
        return <Element key={index}>{text}</Element>;
      })}
    </p>
  );
}

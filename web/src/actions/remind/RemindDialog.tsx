/** Sets a reminder for a message: when, and with which note. It arrives as a direct message. */
import type { Message } from "@parley/client";
import { reminders } from "@parley/server/contract";
import { useState } from "react";
import { fromLocalField, toLocalField } from "../../composer/tools/later.ts";
import { whenText } from "../../composer/tools/SendLater.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Banner } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useClock, useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { attempt, sentenceOf } from "../attempt.ts";
import { reminderTimes } from "./times.ts";
import "../texts.ts";
import "../actions.css";

interface RemindDialogProps {
  readonly messageId: number;
  readonly initialNote: string;
  readonly onClose: (isSet: boolean) => void;
}

export function RemindDialog({ messageId, initialNote, onClose }: RemindDialogProps) {
  const { connection } = useSession();
  const clock = useClock();
  const [now] = useState(() => Date.now() / 1000);
  const [note, setNote] = useState(initialNote);
  const [own, setOwn] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const longest = useRealm("max_reminder_note_length");
  const chosen = own === undefined ? undefined : fromLocalField(own, clock);
  const isPast = own !== undefined && (chosen === undefined || chosen <= now);
  const set = async (seconds: number) => {
    try {
      const { reminder_id } = await connection.call(reminders.createReminder, {
        message_id: messageId as Message["id"],
        scheduled_delivery_timestamp: seconds,
        note,
      });
      onClose(true);
      showToast({
        text: t("messageDialogs.reminded", { when: whenText(seconds, clock, now) }),
        undo: () => void attempt(() => connection.call(reminders.deleteReminder, { reminder_id })),
      });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <Dialog title={t("messageDialogs.remindTitle")} onClose={() => onClose(false)}>
      <div className="stack">
        <label>
          {t("messageDialogs.note")}
          <textarea
            className="field"
            rows={2}
            dir="auto"
            maxLength={longest}
            placeholder={t("messageDialogs.noteHint")}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
      </div>
      <ul className="times">
        {reminderTimes(now, clock).map(({ id, seconds }) => (
          <li key={id}>
            <Button icon="clock" onPress={() => void set(seconds)}>
              {t(`messageDialogs.${id}`)} <small className="num">{whenText(seconds, clock, now)}</small>
            </Button>
          </li>
        ))}
        {own === undefined && (
          <li>
            <Button icon="clock" onPress={() => setOwn(toLocalField(now + 7200, clock))}>
              {t("messageDialogs.ownTime")}
            </Button>
          </li>
        )}
      </ul>
      {own !== undefined && (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen !== undefined && !isPast) void set(chosen);
          }}
        >
          <label>
            {t("composer.dateAndTime")}
            <input
              type="datetime-local"
              className="field"
              value={own}
              aria-invalid={isPast}
              autoFocus
              onChange={({ target }) => setOwn(target.value)}
            />
          </label>
          {isPast && <p className="error">{t("composer.timeInPast")}</p>}
          <div className="dialog-acts">
            <Button kind="primary" type="submit" isDisabled={isPast}>
              {t("messageDialogs.setReminder")}
            </Button>
          </div>
        </form>
      )}
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <div className="dialog-acts">
        <Button onPress={() => onClose(false)}>{t("parts.cancel")}</Button>
      </div>
    </Dialog>
  );
}

/** Chooses when to send: suggested times, or a custom one. */
import { useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { useClock } from "../../state/settings.ts";
import { type Clock, dayName, timeOfDay } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { fromLocalField, suggestions, toLocalField } from "./later.ts";

/** "Today at 16:00", "Monday 16 November at 09:00". */
export function whenText(seconds: number, clock: Clock, now: number): string {
  const time = timeOfDay(seconds, clock);
  const day = dayName(seconds, clock, now);
  return day === t("time.today") ? t("composer.today", { time }) : t("composer.onDay", { day, time });
}

interface SendLaterProps {
  readonly initial?: number;
  readonly action: string;
  readonly onChoose: (seconds: number) => void;
  readonly onClose: () => void;
}

export function SendLaterDialog({ initial, action, onChoose, onClose }: SendLaterProps) {
  const clock = useClock();
  const [now] = useState(() => Date.now() / 1000);
  const [value, setValue] = useState(() => toLocalField(initial ?? now + 3600, clock));
  const chosen = fromLocalField(value, clock);
  const isPast = chosen === undefined || chosen <= now;
  const choose = (seconds: number) => {
    onClose();
    onChoose(seconds);
  };
  return (
    <Dialog title={t("composer.sendLater")} onClose={onClose}>
      <div className="choices">
        {suggestions(now, clock).map(({ id, seconds }) => (
          <Button key={id} icon="clock" onPress={() => choose(seconds)}>
            {whenText(seconds, clock, now)}
          </Button>
        ))}
      </div>
      <form
        className="own-time"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPast) choose(chosen);
        }}
      >
        <label>
          {t("composer.dateAndTime")}
          <input
            type="datetime-local"
            className="field"
            value={value}
            aria-invalid={isPast}
            onChange={({ target }) => setValue(target.value)}
          />
        </label>
        {isPast && <p className="error">{t("composer.timeInPast")}</p>}
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          <Button kind="primary" type="submit" isDisabled={isPast}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Chooses a time to insert into a message; each reader sees it in their own time zone. */
import { useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { useClock } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { fromLocalField, toLocalField } from "./later.ts";

interface TimeDialogProps {
  readonly onChoose: (seconds: number) => void;
  readonly onClose: () => void;
}

const QUARTER = 900;

export function TimeDialog({ onChoose, onClose }: TimeDialogProps) {
  const clock = useClock();
  const [value, setValue] = useState(() => toLocalField(Math.ceil(Date.now() / 1000 / QUARTER) * QUARTER, clock));
  const chosen = fromLocalField(value, clock);
  return (
    <Dialog title={t("composer.insertTime")} onClose={onClose}>
      <form
        className="own-time"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === undefined) return;
          onClose();
          onChoose(chosen);
        }}
      >
        <label>
          {t("composer.dateAndTime")}
          <input
            type="datetime-local"
            className="field"
            autoFocus
            value={value}
            aria-invalid={chosen === undefined}
            onChange={({ target }) => setValue(target.value)}
          />
        </label>
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          <Button kind="primary" type="submit" isDisabled={chosen === undefined}>
            {t("composer.insertTime")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

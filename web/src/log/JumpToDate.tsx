/** Asks for a date, and opens the log there. */
import type { Store } from "@parley/client";
import { useState } from "react";
import { fragmentOf, parseFragment } from "../address/fragment.ts";
import { conditionsOf } from "../address/narrow.ts";
import { openDialog } from "../app/dialogs.tsx";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { router } from "../state/place.ts";
import { t } from "../text/text.ts";

export function openJumpToDate(store: Store, seconds: number): void {
  const go = (day: string) => {
    const address = parseFragment(router.getSnapshot().fragment, store.state);
    const terms = address?.kind === "narrow" ? conditionsOf(address.terms) : [];
    const opened = { kind: "narrow", terms: [...terms, { operator: "date", operand: day }] } as const;
    router.navigate(fragmentOf(opened, store.state));
  };
  openDialog((close) => <JumpToDate seconds={seconds} go={go} close={close} />);
}

interface JumpToDateProps {
  readonly seconds: number;
  readonly go: (day: string) => void;
  readonly close: () => void;
}

function JumpToDate({ seconds, go, close }: JumpToDateProps) {
  const [day, setDay] = useState(() => spelled(new Date(seconds * 1000)));
  const submit = () => {
    if (day === "") return;
    close();
    go(day);
  };
  return (
    <Dialog title={t("log.jumpToDate")} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label>
          {t("log.date")}
          <input
            className="select"
            type="date"
            value={day}
            max={spelled(new Date())}
            onChange={({ target }) => setDay(target.value)}
          />
        </label>
        <div className="dialog-acts">
          <Button onPress={close}>{t("parts.cancel")}</Button>
          <Button kind="primary" type="submit">
            {t("log.jump")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const two = (number: number) => String(number).padStart(2, "0");
const spelled = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

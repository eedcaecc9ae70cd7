/** A dialog with a form: what is wrong stands above its fields, and what was typed stays. */
import { type FormEvent, type ReactNode, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Banner } from "../../parts/states.tsx";
import { t } from "../../text/text.ts";

interface FormDialogProps {
  readonly title: string;
  readonly action: string;
  /** The action cannot be taken back. */
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
  /** Throws if it is refused. The dialog closes afterwards, unless this returns false. */
  readonly onSubmit: () => Promise<unknown>;
  /** Another way to do the same, which needs none of the fields. */
  readonly instead?: { readonly action: string; readonly onPress: () => Promise<unknown> } | undefined;
  readonly onClose: () => void;
}

export function FormDialog({
  title,
  action,
  isDangerous = false,
  children,
  onSubmit,
  instead,
  onClose,
}: FormDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      if ((await act()) !== false) onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(onSubmit);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        {children}
        {instead && (
          <Button isDisabled={isBusy} onPress={() => void attempt(instead.onPress)}>
            {instead.action}
          </Button>
        )}
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          <Button kind={isDangerous ? "danger" : "primary"} type="submit" isDisabled={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

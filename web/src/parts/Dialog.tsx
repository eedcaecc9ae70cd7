/** A dialog for choices with consequences. Its button says what it does; destructive dialogs focus Cancel. */
import { type ReactNode, useId } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useCommand } from "../keyboard/useCommand.ts";
import { t } from "../text/text.ts";
import { Button } from "./buttons.tsx";

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly size?: "wide";
  readonly role?: "dialog" | "alertdialog";
}

export function Dialog({ title, children, onClose, size, role = "dialog" }: DialogProps) {
  const titleId = useId();
  // Until it has the focus, the key would go to the view behind it.
  useCommand("escape", onClose);
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={size === "wide" ? "modal wide" : "modal"}>
        <AriaDialog className="dialog pop" role={role} aria-labelledby={titleId}>
          <h2 id={titleId}>{title}</h2>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** The consequences, in plain words. */
  readonly children?: ReactNode;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function Confirm({ title, children, action, isDangerous, isBusy = false, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose} role="alertdialog">
      {children}
      <div className="dialog-acts">
        <Button onPress={onClose} autoFocus={isDangerous === true}>
          {t("parts.cancel")}
        </Button>
        <Button
          kind={isDangerous ? "danger" : "primary"}
          isDisabled={isBusy}
          onPress={onConfirm}
          autoFocus={!isDangerous}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

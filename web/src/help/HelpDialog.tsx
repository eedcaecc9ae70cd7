import type { ReactNode } from "react";
import { IconButton } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { t } from "../text/text.ts";
import "./help.css";

interface HelpDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A help page: it only needs a close button. */
export function HelpDialog({ title, onClose, children }: HelpDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} size="wide">
      <span className="help-close">
        <IconButton icon="close" label={t("parts.close")} onPress={onClose} />
      </span>
      {children}
    </Dialog>
  );
}

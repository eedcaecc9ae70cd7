/** Asks before signing out deletes texts that the server does not have. */
import { placeText } from "../composer/placeholder.ts";
import type { Target } from "../composer/target.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import "./leave.css";

export interface TextHere {
  readonly target: Target;
  readonly text: string;
}

interface LeaveProps {
  readonly texts: readonly TextHere[];
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

export function LeaveDialog({ texts, onLeave, onClose }: LeaveProps) {
  const leave = () => {
    onClose();
    onLeave();
  };
  return (
    <Dialog title={t("shell.leaveTitle", { count: texts.length })} onClose={onClose} role="alertdialog">
      <p>{t("shell.leaveHelp", { count: texts.length })}</p>
      <ul className="left-here">
        {texts.map((each) => (
          <Left key={JSON.stringify(each)} {...each} />
        ))}
      </ul>
      <div className="dialog-acts">
        <Button autoFocus onPress={onClose}>
          {t("shell.stay")}
        </Button>
        <Button kind="danger" onPress={leave}>
          {t("shell.leaveAnyway")}
        </Button>
      </div>
    </Dialog>
  );
}

function Left({ target, text }: TextHere) {
  const place = useStore((state) => placeText(state, target));
  return (
    <li>
      <b className="trunc" dir="auto">
        {place === "" ? t("otherLists.nowhereYet") : place}
      </b>
      <span className="left-text" dir="auto">
        {text}
      </span>
    </li>
  );
}

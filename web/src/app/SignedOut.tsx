/** Says that the session ended elsewhere, over the dimmed view. Drafts are kept. */
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { t } from "../text/text.ts";
import { signInAddress } from "./session.ts";

export function SignedOut() {
  return (
    <Dialog title={t("shell.signedOut")} onClose={() => {}} role="alertdialog">
      <div className="dialog-acts">
        <Button kind="primary" autoFocus onPress={() => location.assign(signInAddress())}>
          {t("shell.signIn")}
        </Button>
      </div>
    </Dialog>
  );
}

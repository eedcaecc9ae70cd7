/** Asks for a new email address. It is used once the link sent to it has been opened. */
import { settings } from "@parley/server/contract";
import { useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { useOwnId, usePerson } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { FormDialog } from "./FormDialog.tsx";

export function EmailDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { connection } = useSession();
  const [wanted, setWanted] = useState("");
  const [isSent, setSent] = useState(false);
  // A server that sends no email changes the address at once.
  const isChanged = usePerson(useOwnId())?.delivery_email === wanted;
  if (isSent)
    return (
      <Dialog title={t(isChanged ? "account.changeEmail" : "account.checkEmail")} onClose={onClose}>
        <p>{t(isChanged ? "account.emailChanged" : "account.linkSent", { email: wanted })}</p>
        <div className="dialog-acts">
          <Button kind="primary" autoFocus onPress={onClose}>
            {t("parts.close")}
          </Button>
        </div>
      </Dialog>
    );
  const submit = async () => {
    await connection.call(settings.updateSettings, { email: wanted });
    setSent(true);
    return false;
  };
  return (
    <FormDialog title={t("account.changeEmail")} action={t("account.sendLink")} onSubmit={submit} onClose={onClose}>
      <p className="quiet">{t("account.emailNow", { email })}</p>
      <label>
        {t("account.newEmail")}
        <input
          className="field"
          type="email"
          required
          autoComplete="email"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
          autoFocus
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </label>
    </FormDialog>
  );
}

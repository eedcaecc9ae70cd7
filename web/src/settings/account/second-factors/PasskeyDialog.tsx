/** Adds a passkey: confirm who you are, create it on the device, name it, and keep the recovery codes. */
import { secondFactors as api, type ShapeOf } from "@parley/server/contract";
import { useState } from "react";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../FormDialog.tsx";
import { IdentityDialog } from "./IdentityDialog.tsx";
import { NameField } from "./NameField.tsx";
import { createPasskey } from "./passkeys.ts";
import { ShownCodes } from "./ShownCodes.tsx";

type Started = ShapeOf<(typeof api.startPasskey)["response"]>;

interface PasskeyDialogProps {
  readonly hasFactor: boolean;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function PasskeyDialog({ hasFactor, onChange, onClose }: PasskeyDialogProps) {
  const { connection } = useSession();
  const [started, setStarted] = useState<Started>();
  const [name, setName] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  if (!started)
    return (
      <IdentityDialog
        title={t("secondFactors.addPasskey")}
        note={t(hasFactor ? "secondFactors.passkeyNote" : "secondFactors.turnOnNote")}
        action={t("secondFactors.goOn")}
        onConfirmed={async (confirmation) => {
          setStarted(await connection.call(api.startPasskey, { confirmation }));
          return false;
        }}
        onClose={onClose}
      />
    );
  const create = async () => {
    const credential = await createPasskey(started.options);
    const { recovery_codes } = await connection.call(api.addPasskey, { setup: started.setup, credential, name });
    showToast({ text: t("secondFactors.passkeyAdded") });
    onChange();
    if (recovery_codes.length === 0) return true;
    setCodes(recovery_codes);
    return false;
  };
  return (
    <FormDialog
      title={t("secondFactors.addPasskey")}
      action={t("secondFactors.createPasskey")}
      onSubmit={create}
      onClose={onClose}
    >
      <p className="quiet">{t("secondFactors.passkeyNameNote")}</p>
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

/** Sets up an authenticator app: confirm who you are, scan the code, enter what the app shows, keep the recovery codes. */
import { secondFactors as api, type ShapeOf } from "@parley/server/contract";
import { useState } from "react";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../FormDialog.tsx";
import { CodeField } from "./CodeField.tsx";
import { IdentityDialog } from "./IdentityDialog.tsx";
import { ShownCodes } from "./ShownCodes.tsx";

type StartedAuthenticator = ShapeOf<(typeof api.startAuthenticator)["response"]>;

interface AuthenticatorDialogProps {
  readonly hasFactor: boolean;
  /** The new one replaces it. */
  readonly hasApp: boolean;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function AuthenticatorDialog({ hasFactor, hasApp, onChange, onClose }: AuthenticatorDialogProps) {
  const { connection } = useSession();
  const [started, setStarted] = useState<StartedAuthenticator>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  if (started) {
    const finish = async (code: string) => {
      const { recovery_codes } = await connection.call(api.addAuthenticator, { setup: started.setup, code });
      showToast({ text: t("secondFactors.isOn") });
      onChange();
      if (recovery_codes.length === 0) return true;
      setCodes(recovery_codes);
      return false;
    };
    return <ScanDialog started={started} onCode={finish} onClose={onClose} />;
  }
  return (
    <IdentityDialog
      title={t("secondFactors.app")}
      note={t(hasApp ? "secondFactors.replaceNote" : hasFactor ? "secondFactors.appNote" : "secondFactors.turnOnNote")}
      action={t("secondFactors.goOn")}
      onConfirmed={async (confirmation) => {
        setStarted(await connection.call(api.startAuthenticator, { confirmation }));
        return false;
      }}
      onClose={onClose}
    />
  );
}

interface ScanDialogProps {
  readonly started: StartedAuthenticator;
  readonly onCode: (code: string) => Promise<boolean>;
  readonly onClose: () => void;
}

function ScanDialog({ started: { secret, qr_code }, onCode, onClose }: ScanDialogProps) {
  const [code, setCode] = useState("");
  return (
    <FormDialog
      title={t("secondFactors.app")}
      action={t("secondFactors.turnOn")}
      onSubmit={() => onCode(code)}
      onClose={onClose}
    >
      <p>{t("secondFactors.scan")}</p>
      <svg
        className="qr-code"
        viewBox={`0 0 ${qr_code.size} ${qr_code.size}`}
        role="img"
        aria-label={t("secondFactors.qrCode")}
      >
        <path d={qr_code.path} />
      </svg>
      <p className="quiet">
        {t("secondFactors.typeInstead")} <code className="typed-secret">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <CodeField label={t("secondFactors.firstCode")} value={code} onChange={setCode} />
    </FormDialog>
  );
}

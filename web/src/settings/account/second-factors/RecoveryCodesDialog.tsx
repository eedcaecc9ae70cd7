/** Replaces the reader's recovery codes. */
import { secondFactors } from "@parley/server/contract";
import { useState } from "react";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { IdentityDialog } from "./IdentityDialog.tsx";
import { ShownCodes } from "./ShownCodes.tsx";

export interface ChangeDialogProps {
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function RecoveryCodesDialog({ onChange, onClose }: ChangeDialogProps) {
  const { connection } = useSession();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <IdentityDialog
      title={t("secondFactors.codes")}
      note={t("secondFactors.newCodesNote")}
      action={t("secondFactors.newCodes")}
      onConfirmed={async (confirmation) => {
        setCodes((await connection.call(secondFactors.replaceRecoveryCodes, { confirmation })).recovery_codes);
        onChange();
        return false;
      }}
      onClose={onClose}
    />
  );
}

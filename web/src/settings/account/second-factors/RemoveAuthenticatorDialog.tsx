/** Removes the reader's authenticator app. */
import { secondFactors } from "@parley/server/contract";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { IdentityDialog } from "./IdentityDialog.tsx";
import type { ChangeDialogProps } from "./RecoveryCodesDialog.tsx";

export function RemoveAuthenticatorDialog({ onChange, onClose }: ChangeDialogProps) {
  const { connection } = useSession();
  return (
    <IdentityDialog
      title={t("secondFactors.app")}
      note={t("secondFactors.removeNote")}
      action={t("secondFactors.remove")}
      isDangerous
      hasFactor
      onConfirmed={async (confirmation) => {
        await connection.call(secondFactors.removeAuthenticator, { confirmation });
        showToast({ text: t("secondFactors.isOff") });
        onChange();
      }}
      onClose={onClose}
    />
  );
}

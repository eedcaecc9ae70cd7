/** Removes the reader's authenticator app. */
import { secondFactors } from "@parley/server/contract";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { IdentityDialog } from "./IdentityDialog.tsx";
import type { ChangeDialogProps } from "./RecoveryCodesDialog.tsx";

interface RemoveProps extends ChangeDialogProps {
  /** There is no other second factor. */
  readonly isLast: boolean;
}

export function RemoveAuthenticatorDialog({ isLast, onChange, onClose }: RemoveProps) {
  const { connection } = useSession();
  return (
    <IdentityDialog
      title={t("secondFactors.app")}
      note={t(isLast ? "secondFactors.removeNote" : "secondFactors.removeAppNote")}
      action={t("secondFactors.remove")}
      isDangerous
      onConfirmed={async (confirmation) => {
        await connection.call(secondFactors.removeAuthenticator, { confirmation });
        showToast({ text: t("secondFactors.isOff") });
        onChange();
      }}
      onClose={onClose}
    />
  );
}

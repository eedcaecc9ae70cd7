/** Deactivates the reader's own account. */
import { users } from "@parley/server/contract";
import { forgetAccount } from "../../offline/forget.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { FormDialog } from "./FormDialog.tsx";

export function DeactivateDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const organization = useRealm("realm_name");
  const leave = async () => {
    await connection.call(users.deactivateOwnUser, {});
    await forgetAccount().catch(() => {});
    location.replace("/login/");
    return false;
  };
  return (
    <FormDialog
      title={t("account.deactivateQuestion", { organization })}
      action={t("account.deactivateAction")}
      isDangerous
      onSubmit={leave}
      onClose={onClose}
    >
      <p>{t("account.deactivateLoss")}</p>
    </FormDialog>
  );
}

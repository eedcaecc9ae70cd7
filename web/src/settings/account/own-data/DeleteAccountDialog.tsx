/** Deletes the reader's account, after saying what goes with it and confirming who they are. */
import { erasure } from "@parley/server/contract";
import { forgetAccount } from "../../../offline/forget.ts";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { type TextKey, t } from "../../../text/text.ts";
import { IdentityDialog } from "../second-factors/IdentityDialog.tsx";
import "../second-factors/texts.ts";

const MESSAGES: Readonly<Record<string, TextKey>> = {
  kept: "erasure.ownKept",
  removed: "erasure.ownRemoved",
  reassigned: "erasure.ownReassigned",
};

export function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const messages = MESSAGES[useRealm("realm_messages_of_erased_users")];
  const erase = async (confirmation: string) => {
    await connection.call(erasure.eraseOwnUser, { confirmation });
    await forgetAccount().catch(() => {});
    location.replace("/login/");
    return false;
  };
  return (
    <IdentityDialog
      title={t("erasure.deleteQuestion")}
      note={t("erasure.deleteNote")}
      action={t("erasure.deleteConfirm")}
      isDangerous
      onConfirmed={erase}
      onClose={onClose}
    >
      {messages && <p>{t(messages)}</p>}
    </IdentityDialog>
  );
}

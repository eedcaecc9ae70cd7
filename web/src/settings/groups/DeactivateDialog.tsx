/** Deactivates a group, or says where it is still used, with links there. */
import { groups } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { hrefOf } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { FormDialog } from "../account/FormDialog.tsx";
import { objectionsIn, type Use, usesOf } from "./objections.ts";

interface DeactivateProps {
  readonly groupId: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function DeactivateDialog({ groupId, name, onClose }: DeactivateProps) {
  const { connection, store } = useSession();
  const [uses, setUses] = useState<readonly Use[]>();
  const user_group_id = groupId;
  const submit = async () => {
    try {
      await connection.call(groups.deactivateUserGroup, { user_group_id });
    } catch (error) {
      const objections = objectionsIn(error);
      if (!objections) throw error;
      setUses(usesOf(objections, store.state));
      return false;
    }
    const restore = () => connection.call(groups.updateUserGroup, { user_group_id, deactivated: false });
    showToast({ text: t("groups.isDeactivated", { name }), undo: () => void attempt(restore) });
    return true;
  };
  if (uses)
    return (
      <Dialog title={t("groups.deactivateQuestion", { name })} onClose={onClose}>
        <p>{t("groups.inUse", { name })}</p>
        <ul className="group-uses">
          {uses.map(({ text, address }) => (
            <li key={text} dir="auto">
              {address ? (
                <a href={hrefOf(address, store.state)} onClick={onClose}>
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
        <div className="dialog-acts">
          <Button kind="primary" autoFocus onPress={onClose}>
            {t("parts.close")}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={t("groups.deactivateQuestion", { name })}
      action={t("groups.deactivateAction")}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("groups.deactivateLoss")}</p>
    </FormDialog>
  );
}

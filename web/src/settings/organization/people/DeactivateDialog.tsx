/** Deactivates a person, after saying what goes with the account. */
import { users } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { showToast } from "../../../parts/toasts.tsx";
import { nameOf } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { listText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { activeBotsOf } from "./directory.ts";
import { useInvitations } from "./useInvitations.ts";

const MAX_COMMENT_LENGTH = 2000;

interface DeactivateProps {
  readonly userId: number;
  readonly onClose: () => void;
}

export function DeactivateDialog({ userId, onClose }: DeactivateProps) {
  const { connection } = useSession();
  const everyone = useStore((state) => state.users);
  const name = nameOf({ users: everyone }, userId);
  const bots = activeBotsOf(everyone, userId);
  const { invitations } = useInvitations();
  const theirs = invitations?.filter(({ invited_by_user_id }) => invited_by_user_id === userId) ?? [];
  const sendsMail = useRealm("server_sends_email");
  const [isNotified, setNotified] = useState(false);
  const [comment, setComment] = useState("");
  const submit = async () => {
    await connection.call(users.deactivateUser, {
      user_id: userId,
      ...(isNotified ? { deactivation_notification_comment: comment } : {}),
    });
    // Reactivating restores neither bots nor invitations, and an email can't be taken back.
    const isWhole = bots.length + theirs.length === 0 && !isNotified;
    const restore = () => attempt(() => connection.call(users.reactivateUser, { user_id: userId }));
    showToast({ text: t("people.isDeactivated", { name }), ...(isWhole ? { undo: () => void restore() } : {}) });
  };
  return (
    <FormDialog
      title={t("people.deactivateQuestion", { name })}
      action={t("people.deactivateAction")}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("people.deactivateLoss", { name })}</p>
      {bots.length > 0 && (
        <p>
          {t("people.deactivateBots", {
            count: bots.length,
            names: listText(bots.map(({ full_name }) => full_name)),
          })}
        </p>
      )}
      {theirs.length > 0 && <p>{t("people.deactivateInvitations", { count: theirs.length })}</p>}
      {sendsMail && (
        <label className="check-line">
          <input type="checkbox" checked={isNotified} onChange={({ target }) => setNotified(target.checked)} />
          {t("people.notify")}
        </label>
      )}
      {isNotified && (
        <label>
          {t("people.comment")}
          <textarea
            className="field"
            dir="auto"
            rows={3}
            maxLength={MAX_COMMENT_LENGTH}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
          <small>{t("people.commentHelp")}</small>
        </label>
      )}
    </FormDialog>
  );
}

/** Erases a person: says what goes, asks what happens to their messages, and confirms who the reader is. */
import { erasure, realmSettings as table } from "@parley/server/contract";
import { useState } from "react";
import { showToast } from "../../../parts/toasts.tsx";
import { nameOf } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { IdentityDialog } from "../../account/second-factors/IdentityDialog.tsx";
import "../../account/second-factors/texts.ts";
import "../../trust-texts.ts";

interface EraseDialogProps {
  readonly userId: number;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

export function EraseDialog({ userId, onErased, onClose }: EraseDialogProps) {
  const { connection } = useSession();
  const users = useStore((state) => state.users);
  // The person loses their name while this is open.
  const [name] = useState(() => nameOf({ users }, userId));
  const [messages, setMessages] = useState(useRealm("realm_messages_of_erased_users") as table.ErasedMessages);
  const erase = async (confirmation: string) => {
    await connection.call(erasure.eraseUser, { user_id: userId, messages, confirmation });
    showToast({ text: t("erasure.erased", { name }) });
    onErased();
  };
  return (
    <IdentityDialog
      title={t("erasure.eraseQuestion", { name })}
      note={t("erasure.eraseNote", { name })}
      action={t("erasure.eraseConfirm")}
      isDangerous
      onConfirmed={erase}
      onClose={onClose}
    >
      <label>
        {t("erasure.messages")}
        <select
          className="field"
          value={messages}
          onChange={({ target }) => setMessages(target.value as table.ErasedMessages)}
        >
          {table.ERASED_MESSAGES.map((each) => (
            <option key={each} value={each}>
              {t(`erasure.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </IdentityDialog>
  );
}

/** Creates an account, for organizations whose operator allows administrators to. */
import { users } from "@parley/server/contract";
import { useState } from "react";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from "./person-settings.ts";

const MAX_PASSWORD_LENGTH = 100;

export function CreateUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const [full_name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const submit = async () => {
    await connection.call(users.createUser, { full_name, email, password });
    showToast({ text: t("people.created", { name: full_name }) });
  };
  return (
    <FormDialog title={t("people.create")} action={t("people.create")} onSubmit={submit} onClose={onClose}>
      <label>
        {t("people.fullName")}
        <input
          className="field"
          dir="auto"
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
          autoFocus
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={full_name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label>
        {t("people.email")}
        <input
          className="field"
          type="email"
          required
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </label>
      <label>
        {t("people.password")}
        <input
          className="field"
          type="password"
          required
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <small>{t("people.passwordHelp")}</small>
      </label>
    </FormDialog>
  );
}

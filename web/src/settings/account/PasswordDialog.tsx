/** Changes the reader's password, which signs out their other browsers. */
import { settings } from "@parley/server/contract";
import { useState } from "react";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { saySaved } from "../saved.ts";
import { FormDialog } from "./FormDialog.tsx";

export function PasswordDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { connection } = useSession();
  const shortest = useRealm("password_min_length");
  const longest = useRealm("password_max_length");
  const [old_password, setOld] = useState("");
  const [new_password, setNew] = useState("");
  const submit = async () => {
    await connection.call(settings.updateSettings, { old_password, new_password });
    saySaved({});
  };
  return (
    <FormDialog
      title={t("account.changePassword")}
      action={t("account.changePassword")}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers want to know whose it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t("account.oldPassword")}
        autoComplete="current-password"
        isFirst
        value={old_password}
        onChange={setOld}
      />
      <PasswordField
        label={t("account.newPassword")}
        autoComplete="new-password"
        limits={{ minLength: shortest, maxLength: longest }}
        value={new_password}
        onChange={setNew}
      />
      <p className="quiet">{t("account.passwordNote", { count: shortest })}</p>
    </FormDialog>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly isFirst?: boolean;
  readonly limits?: { readonly minLength: number; readonly maxLength: number };
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function PasswordField({ label, autoComplete, isFirst = false, limits, value, onChange }: PasswordFieldProps) {
  return (
    <label>
      {label}
      <input
        className="field"
        type="password"
        required
        autoComplete={autoComplete}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
        autoFocus={isFirst}
        {...limits}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

/** Asks the reader to confirm who they are, before something that somebody at their unlocked computer must not do. */
import { secondFactors } from "@parley/server/contract";
import { type ReactNode, useState } from "react";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../FormDialog.tsx";
import { PasswordField } from "../PasswordDialog.tsx";
import { CodeField } from "./CodeField.tsx";

interface IdentityDialogProps {
  readonly title: string;
  /** The consequences. */
  readonly note: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly hasFactor: boolean;
  /** More to decide, before the password. */
  readonly children?: ReactNode;
  /** The dialog closes afterwards, unless this returns false. */
  readonly onConfirmed: (confirmation: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function IdentityDialog({ note, hasFactor, children, onConfirmed, ...form }: IdentityDialogProps) {
  const { connection } = useSession();
  const hasPasswords = useRealm("realm_password_auth_enabled");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const submit = async () => {
    const { confirmation } = await connection.call(secondFactors.confirmIdentity, { password, code });
    return onConfirmed(confirmation);
  };
  return (
    <FormDialog {...form} onSubmit={submit}>
      <p className="quiet">{note}</p>
      {children}
      {hasPasswords && (
        <PasswordField
          label={t("secondFactors.password")}
          autoComplete="current-password"
          isFirst
          value={password}
          onChange={setPassword}
        />
      )}
      {!hasPasswords && hasFactor && <CodeField label={t("secondFactors.code")} value={code} onChange={setCode} />}
    </FormDialog>
  );
}

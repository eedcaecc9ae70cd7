/** Asks the reader to confirm who they are, before something that somebody at their unlocked computer must not do. */
import { type ShapeOf, secondFactors } from "@parley/server/contract";
import { type ReactNode, useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { Failure, Skeleton } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../FormDialog.tsx";
import { PasswordField } from "../PasswordDialog.tsx";
import { CodeField } from "./CodeField.tsx";
import { canUsePasskeys, takePasskey } from "./passkeys.ts";

interface IdentityDialogProps {
  readonly title: string;
  /** The consequences. */
  readonly note: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** More to decide, before the password. */
  readonly children?: ReactNode;
  /** The dialog closes afterwards, unless this returns false. */
  readonly onConfirmed: (confirmation: string) => Promise<unknown>;
  readonly onClose: () => void;
}

type Ways = ShapeOf<(typeof secondFactors.getIdentityConfirmation)["response"]>;

export function IdentityDialog({ note, children, onConfirmed, ...form }: IdentityDialogProps) {
  const { connection } = useSession();
  const [ways, setWays] = useState<Ways>();
  const [problem, setProblem] = useState<string>();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const load = async () => {
    setProblem(undefined);
    try {
      setWays(await connection.call(secondFactors.getIdentityConfirmation, {}));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the dialog is opened.
  useEffect(() => void load(), []);
  const submit = async () => {
    const { confirmation } = await connection.call(secondFactors.confirmIdentity, { password, code });
    return onConfirmed(confirmation);
  };
  const submitPasskey = async ({ options, request }: NonNullable<Ways["passkey"]>) => {
    const credential = await takePasskey(options);
    // What was asked for works once: another attempt asks anew.
    void load();
    const { confirmation } = await connection.call(secondFactors.confirmIdentity, {
      passkey_request: request,
      credential,
    });
    return onConfirmed(confirmation);
  };
  const passkey = canUsePasskeys() ? ways?.passkey : undefined;
  return (
    <FormDialog
      {...form}
      onSubmit={submit}
      instead={passkey ? { action: t("secondFactors.usePasskey"), onPress: () => submitPasskey(passkey) } : undefined}
    >
      <p className="quiet">{note}</p>
      {children}
      {problem !== undefined && <Failure text={problem} onRetry={() => void load()} />}
      {!ways && problem === undefined && <Skeleton rows={1} />}
      {ways?.has_password && (
        <PasswordField
          label={t("secondFactors.password")}
          autoComplete="current-password"
          isFirst
          value={password}
          onChange={setPassword}
        />
      )}
      {ways?.has_just_signed_in && <p className="quiet">{t("secondFactors.justSignedIn")}</p>}
      {ways?.has_code && !ways.has_just_signed_in && (
        <CodeField label={t("secondFactors.code")} value={code} onChange={setCode} />
      )}
    </FormDialog>
  );
}

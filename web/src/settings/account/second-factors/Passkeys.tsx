/** The reader's passkeys: devices that sign them in. */
import { secondFactors as api, type ShapeOf } from "@parley/server/contract";
import { useState } from "react";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Row } from "../../SettingRow.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { IdentityDialog } from "./IdentityDialog.tsx";
import { NameField } from "./NameField.tsx";
import { PasskeyDialog } from "./PasskeyDialog.tsx";
import { canCreatePasskeys } from "./passkeys.ts";
import type { ChangeDialogProps } from "./RecoveryCodesDialog.tsx";

type Passkey = ShapeOf<(typeof api.getSecondFactors)["response"]>["passkeys"][number];

interface PasskeysProps {
  readonly passkeys: readonly Passkey[];
  readonly hasFactor: boolean;
  readonly onChange: () => void;
}

export function Passkeys({ passkeys, hasFactor, onChange }: PasskeysProps) {
  const isPossible = canCreatePasskeys();
  return (
    <>
      <Row
        name="passkeys"
        label={<span>{t("secondFactors.passkeys")}</span>}
        help={<small>{t(isPossible ? "secondFactors.passkeysHelp" : "secondFactors.passkeysImpossible")}</small>}
      >
        {isPossible && (
          <Button
            onPress={() =>
              openDialog((close) => <PasskeyDialog hasFactor={hasFactor} onChange={onChange} onClose={close} />)
            }
          >
            {t("secondFactors.addPasskey")}
          </Button>
        )}
      </Row>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onChange={onChange} />
      ))}
    </>
  );
}

function PasskeyRow({ passkey, onChange }: { readonly passkey: Passkey; readonly onChange: () => void }) {
  const clock = useClock();
  const { id, name, created_at, last_used_at } = passkey;
  const since = momentText(created_at, clock);
  const usage =
    last_used_at === null
      ? t("secondFactors.passkeySince", { since })
      : t("secondFactors.passkeyUsed", { since, used: momentText(last_used_at, clock) });
  return (
    <Row name={`passkey-${id}`} label={<span dir="auto">{name}</span>} help={<small>{usage}</small>}>
      <Button
        onPress={() => openDialog((close) => <RenameDialog passkey={passkey} onChange={onChange} onClose={close} />)}
      >
        {t("secondFactors.rename")}
      </Button>
      <Button
        onPress={() => openDialog((close) => <RemoveDialog passkey={passkey} onChange={onChange} onClose={close} />)}
      >
        {t("secondFactors.remove")}
      </Button>
    </Row>
  );
}

type PasskeyDialogProps = ChangeDialogProps & { readonly passkey: Passkey };

function RenameDialog({ passkey, onChange, onClose }: PasskeyDialogProps) {
  const { connection } = useSession();
  const [name, setName] = useState(passkey.name);
  const submit = async () => {
    await connection.call(api.renamePasskey, { passkey_id: passkey.id, name });
    onChange();
  };
  return (
    <FormDialog
      title={t("secondFactors.renamePasskey")}
      action={t("secondFactors.rename")}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onChange, onClose }: PasskeyDialogProps) {
  const { connection } = useSession();
  return (
    <IdentityDialog
      title={t("secondFactors.removePasskey", { name: passkey.name })}
      note={t("secondFactors.removePasskeyNote")}
      action={t("secondFactors.remove")}
      isDangerous
      onConfirmed={async (confirmation) => {
        await connection.call(api.removePasskey, { passkey_id: passkey.id, confirmation });
        onChange();
      }}
      onClose={onClose}
    />
  );
}

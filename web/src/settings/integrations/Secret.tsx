/** Whether the bot has a secret, and setting it. */
import { bots as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Button } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { FormDialog } from "../account/FormDialog.tsx";
import { MonoField } from "../forms/MonoField.tsx";
import { saySaved } from "../saved.ts";
import { Markdown } from "./Markdown.tsx";
import type { Integration } from "./useCatalogue.ts";

interface SecretProps {
  readonly integration: Integration;
  readonly botId: number;
  /** Undefined until it is known. */
  readonly hasSecret: boolean | undefined;
  readonly onChange: () => void;
}

const MAX_SECRET_LENGTH = 200;

export function Secret({ integration, botId, hasSecret, onChange }: SecretProps) {
  const { connection } = useSession();
  const store = async (webhook_secret: string) => {
    await connection.call(api.updateBot, { bot_id: botId, config_data: { webhook_secret } });
    saySaved({});
    onChange();
  };
  const set = () => openDialog((close) => <SecretDialog onSave={store} onClose={close} />);
  if (hasSecret === undefined) return null;
  return (
    <>
      <p>{t(hasSecret ? "integrations.hasSecret" : "integrations.hasNoSecret")}</p>
      <p className="help" lang="en" dir="ltr">
        <Markdown source={integration.signature} />
      </p>
      <div className="form-acts">
        <Button icon="key" onPress={set}>
          {t(hasSecret ? "integrations.replaceSecret" : "integrations.setSecret")}
        </Button>
        {hasSecret && <Button onPress={() => void attempt(() => store(""))}>{t("integrations.removeSecret")}</Button>}
      </div>
    </>
  );
}

interface SecretDialogProps {
  readonly onSave: (secret: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Some services make the secret, others ask for one. */
function SecretDialog({ onSave, onClose }: SecretDialogProps) {
  const [secret, setSecret] = useState("");
  return (
    <FormDialog
      title={t("integrations.setSecret")}
      action={t("integrations.save")}
      onSubmit={() => onSave(secret.trim())}
      onClose={onClose}
    >
      <MonoField
        label={t("integrations.secret")}
        help={t("integrations.secretHelp")}
        maxLength={MAX_SECRET_LENGTH}
        value={secret}
        onChange={setSecret}
      />
      <div>
        <Button icon="refresh" onPress={() => setSecret(randomSecret())}>
          {t("integrations.generate")}
        </Button>
      </div>
    </FormDialog>
  );
}

/** 256 bits, as hexadecimal digits, which every service accepts. */
const randomSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Shows the reader's API key once they have confirmed who they are; also as a file, and replaced by a new one. */
import { Connection } from "@parley/client";
import { signIn, users } from "@parley/server/contract";
import { useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { copy } from "../../actions/copy.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Banner } from "../../parts/states.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { CREDENTIALS_FILE, credentialsFile, download } from "./credentials.ts";
import { IdentityDialog } from "./second-factors/IdentityDialog.tsx";
import "./second-factors/texts.ts";

export function ApiKeyDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { connection } = useSession();
  const [key, setKey] = useState<string>();
  if (key !== undefined) return <ShownKey email={email} apiKey={key} onClose={onClose} />;
  const show = async (confirmation: string) => {
    const { api_key } = await connection.call(signIn.fetchOwnApiKey, { confirmation });
    setKey(api_key);
    return false;
  };
  return (
    <IdentityDialog
      title={t("account.apiKey")}
      note={t("account.apiKeyWarning")}
      action={t("account.showApiKey")}
      onConfirmed={show}
      onClose={onClose}
    />
  );
}

interface ShownKeyProps {
  readonly email: string;
  readonly apiKey: string;
  readonly onClose: () => void;
}

function ShownKey({ email, apiKey: first, onClose }: ShownKeyProps) {
  const [key, setKey] = useState(first);
  const [problem, setProblem] = useState<string>();
  const site = location.origin;
  const replace = async () => {
    setProblem(undefined);
    try {
      // Only a program that has the key may replace it.
      const program = new Connection({ url: site, email, apiKey: key });
      setKey((await program.call(users.regenerateApiKey, {})).api_key);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <Dialog title={t("account.apiKey")} onClose={onClose}>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <p className="quiet">{t("account.apiKeyWarning")}</p>
      <label className="secret">
        {t("account.apiKey")}
        <input className="field mono" readOnly value={key} onFocus={({ target }) => target.select()} />
      </label>
      <div className="secret-acts">
        <Button icon="copy" onPress={() => void copy(key, t("account.copied"))}>
          {t("account.copy")}
        </Button>
        <Button icon="download" onPress={() => download(CREDENTIALS_FILE, credentialsFile({ email, key, site }))}>
          {t("account.download")}
        </Button>
        <Button icon="refresh" onPress={() => void replace()}>
          {t("account.newKey")}
        </Button>
      </div>
      <p className="quiet">{t("account.newKeyNote")}</p>
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t("parts.close")}
        </Button>
      </div>
    </Dialog>
  );
}

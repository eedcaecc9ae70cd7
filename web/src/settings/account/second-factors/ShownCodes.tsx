/** Recovery codes, which are shown once. */
import { copy } from "../../../actions/copy.ts";
import { Button } from "../../../parts/buttons.tsx";
import { Dialog } from "../../../parts/Dialog.tsx";
import { t } from "../../../text/text.ts";
import { download } from "../credentials.ts";

const FILE = "parley-recovery-codes.txt";

export function ShownCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog title={t("secondFactors.codes")} onClose={onClose}>
      <p>{t("secondFactors.keep")}</p>
      <ul className="recovery-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="secret-acts">
        <Button icon="copy" onPress={() => void copy(text, t("secondFactors.copied"))}>
          {t("secondFactors.copy")}
        </Button>
        <Button icon="download" onPress={() => download(FILE, text)}>
          {t("secondFactors.download")}
        </Button>
      </div>
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t("secondFactors.saved")}
        </Button>
      </div>
    </Dialog>
  );
}

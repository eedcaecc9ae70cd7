/** The reader's own data: an export of it, and deleting the account with all of it. */
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { useRealm } from "../../../state/settings.ts";
import { t } from "../../../text/text.ts";
import { Section } from "../../Page.tsx";
import { Row } from "../../SettingRow.tsx";
import "../../trust-texts.ts";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { OwnExport } from "./OwnExport.tsx";

export function OwnData() {
  const mayDelete = useRealm("realm_allow_own_erasure");
  return (
    <Section title={t("erasure.title")} name="own-data">
      <OwnExport />
      <Row
        name="delete-account"
        label={<span>{t("erasure.delete")}</span>}
        help={<small>{t(mayDelete ? "erasure.deleteHelp" : "erasure.deleteNotAllowed")}</small>}
      >
        {mayDelete && (
          <Button onPress={() => openDialog((close) => <DeleteAccountDialog onClose={close} />)}>
            {t("erasure.deleteAction")}
          </Button>
        )}
      </Row>
    </Section>
  );
}

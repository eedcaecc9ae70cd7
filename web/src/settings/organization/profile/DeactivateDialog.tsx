/** Deactivates the organization, after its name was typed, and decides what becomes of its data. */
import { realms } from "@parley/server/contract";
import { useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { Confirm } from "../../../parts/Dialog.tsx";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { t } from "../../../text/text.ts";
import { Select } from "../../controls/Select.tsx";
import { FormField } from "../../forms/FormField.tsx";
import { deletionDelays } from "./deletion-delays.ts";

export function DeactivateDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const name = useRealm("realm_name");
  const delays = deletionDelays(
    useRealm("server_min_deactivated_realm_deletion_days"),
    useRealm("server_max_deactivated_realm_deletion_days"),
  );
  const [deletion_delay_days, setDelay] = useState(delays[0] ?? null);
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const deactivate = async () => {
    setBusy(true);
    try {
      await connection.call(realms.deactivateRealm, { deletion_delay_days });
      // Nobody is signed in any more; the sign-in page says why.
      location.assign("/login/");
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={t("organization.deactivateTitle", { name })}
      action={t("organization.deactivateButton")}
      isDangerous
      isBusy={isBusy || typed.trim() !== name}
      onConfirm={() => void deactivate()}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{t("organization.signsOut")}</li>
        <li>{t("organization.endsBots")}</li>
        <li>{t("organization.emailsOwners")}</li>
        <li>{t("organization.onlyOperator")}</li>
      </ul>
      <FormField label={t("organization.data")}>
        {({ id }) => (
          <Select
            id={id}
            describedBy={undefined}
            value={deletion_delay_days}
            options={delays.map((days) => ({
              value: days,
              label: days === null ? t("organization.keepData") : t("organization.deleteData", { days }),
            }))}
            onChange={(days) => setDelay(days as number | null)}
          />
        )}
      </FormField>
      <FormField label={t("organization.typeName", { name })}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </FormField>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Confirm>
  );
}

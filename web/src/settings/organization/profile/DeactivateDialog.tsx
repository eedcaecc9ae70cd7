/** Deactivates the organization, after saying what happens, and decides what becomes of its data. */
import { realms } from "@parley/server/contract";
import { useId, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { Confirm } from "../../../parts/Dialog.tsx";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { t } from "../../../text/text.ts";
import { Select } from "../../controls/Select.tsx";

/** Days until all data is deleted; null keeps it. */
const DELAYS = [null, 14, 30, 90, 365];

export function DeactivateDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const name = useRealm("realm_name");
  const [deletion_delay_days, setDelay] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();
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
      isBusy={isBusy}
      onConfirm={() => void deactivate()}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{t("organization.signsOut")}</li>
        <li>{t("organization.endsBots")}</li>
        <li>{t("organization.emailsOwners")}</li>
        <li>{t("organization.onlyOperator")}</li>
      </ul>
      <label htmlFor={id}>{t("organization.data")}</label>
      <Select
        id={id}
        describedBy={undefined}
        value={deletion_delay_days}
        options={DELAYS.map((days) => ({
          value: days,
          label: days === null ? t("organization.keepData") : t("organization.deleteData", { days }),
        }))}
        onChange={(days) => setDelay(days as number | null)}
      />
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Confirm>
  );
}

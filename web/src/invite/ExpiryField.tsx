/** When the invitation expires: a usual length, never, or a length of one's own. */
import { useState } from "react";
import { t } from "../text/text.ts";
import { EXPIRY_UNITS, expiryOf, USUAL_EXPIRIES } from "./expiry.ts";

interface ExpiryFieldProps {
  /** Null for never, undefined while what is typed is no length. */
  readonly minutes: number | null | undefined;
  readonly onChange: (minutes: number | null | undefined) => void;
}

const OWN = "own";

export function ExpiryField({ minutes, onChange }: ExpiryFieldProps) {
  const [isOwn, setOwn] = useState(false);
  const [amount, setAmount] = useState("3");
  const [unit, setUnit] = useState(EXPIRY_UNITS[1]?.minutes ?? 1);
  const change = (typed: string, by: number) => {
    setAmount(typed);
    setUnit(by);
    onChange(expiryOf(typed, by));
  };
  const choose = (value: string) => {
    setOwn(value === OWN);
    if (value === OWN) change(amount, unit);
    else onChange(USUAL_EXPIRIES[Number(value)]?.minutes);
  };
  return (
    <>
      <label>
        <span>{t("invite.expires")}</span>
        <select
          className="field"
          value={isOwn ? OWN : USUAL_EXPIRIES.findIndex((each) => each.minutes === minutes)}
          onChange={({ target }) => choose(target.value)}
        >
          {USUAL_EXPIRIES.map(({ label }, at) => (
            <option key={label} value={at}>
              {t(label)}
            </option>
          ))}
          <option value={OWN}>{t("inviting.custom")}</option>
        </select>
      </label>
      {isOwn && (
        <div className="invite-own">
          <input
            className="field num"
            inputMode="numeric"
            aria-label={t("inviting.length")}
            aria-invalid={minutes === undefined}
            value={amount}
            onChange={({ target }) => change(target.value, unit)}
          />
          <select
            className="field"
            aria-label={t("inviting.unit")}
            value={unit}
            onChange={({ target }) => change(amount, Number(target.value))}
          >
            {EXPIRY_UNITS.map((each) => (
              <option key={each.label} value={each.minutes}>
                {t(each.label)}
              </option>
            ))}
          </select>
          {minutes === undefined && (
            <small className="bad" role="alert">
              {t("inviting.wrong")}
            </small>
          )}
        </div>
      )}
    </>
  );
}

/** A whole number with its unit. */
import { useState } from "react";
import { t } from "../../text/text.ts";
import type { Control } from "../setting.ts";
import type { ControlProps } from "./SettingControl.tsx";
import { TextField } from "./TextField.tsx";

interface NumberFieldProps extends ControlProps {
  readonly limits: Extract<Control, { kind: "number" }>;
}

export function NumberField({ limits, value, onChange, ...props }: NumberFieldProps) {
  const [isOutside, setOutside] = useState(false);
  const { min, max, unit } = limits;
  const change = (typed: unknown) => {
    const wanted = Number(typed);
    const isInside = typed !== "" && Number.isInteger(wanted) && wanted >= min && wanted <= max;
    setOutside(!isInside);
    if (isInside) onChange(wanted);
  };
  return (
    <span className="setting-number">
      <TextField {...props} className="field num" type="number" max={12} value={`${value}`} onChange={change} />
      <span className="quiet">{t(unit, { value: Number(value) })}</span>
      {isOutside && (
        <small className="bad" role="alert">
          {t("settings.between", { min, max })}
        </small>
      )}
    </span>
  );
}

/** Draws the control of a setting's kind. */
import { LANGUAGE_CODES } from "@parley/server/kernel/languages.ts";
import { t } from "../../text/text.ts";
import type { Control } from "../setting.ts";
import { languageText } from "../value-text.ts";
import { WhoChooser } from "../who/WhoChooser.tsx";
import type { WhoValue } from "../who/who.ts";
import { zoneName, zonesToChoose } from "../zones.ts";
import { ChannelSelect } from "./ChannelSelect.tsx";
import { FolderSelect } from "./FolderSelect.tsx";
import { LimitField } from "./LimitField.tsx";
import { NumberField } from "./NumberField.tsx";
import { Select } from "./Select.tsx";
import { TextField } from "./TextField.tsx";

export interface ControlProps {
  /** What the label is for. */
  readonly id: string | undefined;
  /** Where no label is for it. */
  readonly label?: string;
  /** The ids of the help and of what went wrong. */
  readonly describedBy: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

export function SettingControl({ control, ...props }: ControlProps & { readonly control: Control }) {
  const { value, onChange, id, describedBy } = props;
  switch (control.kind) {
    case "switch":
      return (
        <input
          type="checkbox"
          role="switch"
          className="switch"
          id={id}
          aria-describedby={describedBy}
          checked={value === true}
          aria-checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      );
    case "choice":
      return (
        <Select
          {...props}
          options={control.options.map(({ value: each, label }) => ({ value: each, label: t(label) }))}
        />
      );
    case "number":
      return <NumberField {...props} limits={control} />;
    case "text":
      return (
        <TextField
          {...props}
          value={`${value ?? ""}`}
          max={control.max}
          {...(control.type ? { type: control.type } : {})}
        />
      );
    case "limit":
      return <LimitField {...props} choices={control} />;
    case "channel":
      return <ChannelSelect {...props} onlyPrivate={control.onlyPrivate} />;
    case "folder":
      return <FolderSelect {...props} />;
    case "who":
      return (
        <WhoChooser
          id={id}
          describedBy={describedBy}
          limits={control.limits}
          value={value as WhoValue}
          onChange={onChange}
        />
      );
    case "timeZone": {
      const zones = zonesToChoose(`${value}`).map((zone) => ({ value: zone, label: zoneName(zone) }));
      // Nobody can choose to have none; an account that has none uses the device's.
      const none = value === "" ? [{ value: "", label: t("settings.browserZone") }] : [];
      return <Select {...props} options={[...none, ...zones]} />;
    }
    case "language": {
      const codes = [...new Set([...Object.values(LANGUAGE_CODES), `${value}`])];
      return <Select {...props} options={codes.map((code) => ({ value: code, label: languageText(code) }))} />;
    }
  }
}

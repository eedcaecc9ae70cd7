/** A choice of one from several. */
import type { ControlProps } from "./SettingControl.tsx";

interface SelectProps extends ControlProps {
  readonly options: readonly { readonly value: unknown; readonly label: string }[];
}

/** A value that is none of the options is shown as it is: another client may have chosen it. */
export function Select({ id, label, describedBy, value, options: given, onChange }: SelectProps) {
  const isKnown = given.some((option) => option.value === value);
  const options = isKnown ? given : [...given, { value, label: `${value}` }];
  return (
    <select
      className="field setting-select"
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      value={options.findIndex((option) => option.value === value)}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      {options.map(({ label }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the option's value.
        <option key={at} value={at}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Toggle chips. */
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";

interface ChipsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

export function Chips<T extends string>({ label, options, chosen, onChange }: ChipsProps<T>) {
  return (
    <ToggleButtonGroup
      className="chip-row"
      aria-label={label}
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={(keys) => onChange([...keys] as T[])}
    >
      {options.map(({ value, label: text }) => (
        <ToggleButton key={value} id={value} className="toggle-chip">
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

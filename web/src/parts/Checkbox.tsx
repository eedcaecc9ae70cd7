/** A choice that is on or off. */
import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

interface CheckboxProps {
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
}

export function Checkbox({ isSelected, isDisabled = false, onChange, children }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={isSelected}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={isSelected ? "box on" : "box"}>{isSelected && <Icon name="check" />}</span>
      <span>{children}</span>
    </label>
  );
}

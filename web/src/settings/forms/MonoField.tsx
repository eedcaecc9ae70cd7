/** A required field for something that a program reads, like an address or a pattern. */
import type { ReactNode } from "react";
import { FormField } from "./FormField.tsx";

interface MonoFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly problem?: string | undefined;
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  /** For the first field of a dialog that was opened to fill it in. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}

export function MonoField({
  label,
  help,
  problem,
  value,
  maxLength,
  placeholder,
  isFirst = false,
  onChange,
}: MonoFieldProps) {
  return (
    <FormField label={label} help={help} problem={problem}>
      {(attributes) => (
        <input
          {...attributes}
          className="field mono"
          dir="ltr"
          required
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: only where the dialog was opened to fill this in.
          autoFocus={isFirst}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}

const LONGEST_CODE = 40;

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A code of an authenticator app; phones and password managers offer it. */
export function CodeField({ label, value, onChange }: CodeFieldProps) {
  return (
    <label>
      {label}
      <input
        className="field mono"
        required
        autoComplete="one-time-code"
        maxLength={LONGEST_CODE}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

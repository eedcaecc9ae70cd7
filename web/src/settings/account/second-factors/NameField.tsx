import { t } from "../../../text/text.ts";

const MAX_PASSKEY_NAME_LENGTH = 60;

/** By which people recognise a passkey. */
export function NameField({ value, onChange }: { readonly value: string; readonly onChange: (name: string) => void }) {
  return (
    <label>
      {t("secondFactors.passkeyName")}
      <input
        className="field"
        required
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

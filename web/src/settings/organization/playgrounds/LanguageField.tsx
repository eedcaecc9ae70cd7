/** A language of code blocks: suggested while it is typed; others are accepted too. */
import { useState } from "react";
import { SuggestionList, useSuggestions } from "../../../parts/suggestions.tsx";
import { t } from "../../../text/text.ts";
import type { FieldAttributes } from "../../forms/FormField.tsx";
import { suggestLanguages } from "./languages.ts";

const MAX_LANGUAGE_LENGTH = 40;

interface LanguageFieldProps {
  readonly attributes: FieldAttributes;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function LanguageField({ attributes, value, onChange }: LanguageFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const suggesting = useSuggestions({
    isOpen,
    items: (isOpen ? suggestLanguages(value) : []).map((name) => ({ id: name, item: name, content: name })),
    onPick: (name) => {
      onChange(name);
      setOpen(false);
    },
    onClose: () => setOpen(false),
  });
  return (
    <span className="language-field">
      <input
        {...attributes}
        className="field"
        role="combobox"
        aria-expanded={suggesting.list !== undefined}
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={MAX_LANGUAGE_LENGTH}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => void suggesting.onKeyDown(event)}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("playgrounds.languages")} />}
    </span>
  );
}

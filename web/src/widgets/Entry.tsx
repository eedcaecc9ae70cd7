/** A field for an option, a task or a title. Shows errors before anything is sent. */
import { type FormEvent, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { t } from "../text/text.ts";

interface EntryProps {
  readonly label: string;
  readonly action: string;
  readonly initial?: string;
  /** A second, optional line. */
  readonly detail?: string;
  /** Why it is invalid; undefined if it is not. */
  readonly fault: (text: string) => string | undefined;
  readonly onSubmit: (text: string, detail: string) => void;
  readonly onClose: () => void;
}

export function Entry({ label, action, initial = "", detail, fault, onSubmit, onClose }: EntryProps) {
  const [text, setText] = useState(initial);
  const [more, setMore] = useState("");
  const problem = text.trim() === "" ? undefined : fault(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || problem !== undefined) return;
    onSubmit(text.trim(), more.trim());
    onClose();
  };
  return (
    <form
      className="widget-entry"
      onSubmit={submit}
      onKeyDown={(event) => {
        // Keeps typed keys from the message log.
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the field appears because the reader asked for it
        autoFocus
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={1000}
        onChange={(event) => setText(event.target.value)}
        {...(problem ? { "aria-invalid": true } : {})}
      />
      {detail !== undefined && (
        <input
          aria-label={detail}
          placeholder={detail}
          value={more}
          maxLength={2000}
          onChange={(event) => setMore(event.target.value)}
        />
      )}
      <div className="widget-acts">
        <Button kind="primary" type="submit" isDisabled={text.trim() === "" || problem !== undefined}>
          {action}
        </Button>
        <Button kind="plain" onPress={onClose}>
          {t("parts.cancel")}
        </Button>
        {problem !== undefined && (
          <span className="widget-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
    </form>
  );
}

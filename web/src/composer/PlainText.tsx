/** What is left of a text box when it fails: the text, which can still be changed and copied. */
import { Failure } from "../parts/states.tsx";
import { t } from "../text/text.ts";

interface PlainTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRetry: () => void;
}

export function PlainText({ text, onChange, onRetry }: PlainTextProps) {
  return (
    <div className="boxed plain-text">
      <Failure text={t("composer.broken")} onRetry={onRetry} />
      <textarea
        dir="auto"
        aria-label={t("composer.label")}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

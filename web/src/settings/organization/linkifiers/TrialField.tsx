/** A text to try linkifiers on, and the links they make of it. */
import type { ReactNode } from "react";
import { Banner } from "../../../parts/states.tsx";
import { t } from "../../../text/text.ts";
import { FormField } from "../../forms/FormField.tsx";
import { piecesOf } from "./pieces.ts";
import type { TrialOutcome } from "./trial.ts";
import type { TrialAnswer, TrialLinkifier } from "./trial-words.ts";
import "./linkifiers.css";

const MAX_TEXT_LENGTH = 2000;

interface TrialFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly outcome: TrialOutcome | undefined;
  readonly linkifiers: readonly TrialLinkifier[];
}

export function TrialField({ text, onText, outcome, linkifiers }: TrialFieldProps) {
  return (
    <div className="trial">
      <FormField label={t("linkifiers.text")} help={t("linkifiers.textHelp")}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="field"
            dir="auto"
            rows={2}
            maxLength={MAX_TEXT_LENGTH}
            placeholder={t("linkifiers.textExample")}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
        )}
      </FormField>
      {text.trim() !== "" && outcome && <TrialResult outcome={outcome} linkifiers={linkifiers} />}
    </div>
  );
}

function TrialResult({ outcome, linkifiers }: Pick<TrialFieldProps, "linkifiers"> & { outcome: TrialOutcome }) {
  if (outcome.kind === "stopped") return <Banner kind="warn">{t("linkifiers.tooSlow")}</Banner>;
  if (outcome.kind === "failed") return <Banner kind="bad">{t("parts.notReached")}</Banner>;
  const { answer } = outcome;
  return (
    <>
      <p className="quiet" role="status">
        {t("linkifiers.found", { count: answer.links.length })}
      </p>
      {answer.links.length > 0 && <Links answer={answer} linkifiers={linkifiers} />}
    </>
  );
}

interface LinksProps {
  readonly answer: TrialAnswer;
  readonly linkifiers: readonly TrialLinkifier[];
}

function Links({ answer: { source, links }, linkifiers }: LinksProps): ReactNode {
  return (
    <>
      <p className="trial-text" dir="auto">
        {piecesOf(source, links).map(({ text, start, link }) =>
          link ? (
            <a key={start} href={link.url} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
      <ul className="trial-links" aria-label={t("linkifiers.links")}>
        {links.map(({ start, end, url, by }) => (
          <li key={start}>
            <span className="mono" dir="ltr">
              {source.slice(start, end)} → {url}
            </span>
            {linkifiers.length > 1 && (
              <small className="quiet" dir="ltr">
                {t("linkifiers.by", { pattern: linkifiers[by]?.pattern ?? "" })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where what is new begins, with its number in the margin. */
import { t } from "../text/text.ts";

interface RuleProps {
  /** 0 where it is not known. */
  readonly count: number;
  /** Since the last visit, or while there was no connection. */
  readonly kind: "new" | "missed";
}

export function Rule({ count, kind }: RuleProps) {
  const label = kind === "missed" ? t("log.missed", { count }) : t("log.unreadFromHere", { count });
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has words in it.
    <div className="axis newline" role="separator" aria-label={label}>
      <span className="m">{kind === "new" ? t("log.new", { count }) : ""}</span>
      <span className="rule">{kind === "missed" && label}</span>
    </div>
  );
}

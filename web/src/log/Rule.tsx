/** The line where new messages begin, with their number in the margin. */
import { t } from "../text/text.ts";

interface RuleProps {
  /** 0 if unknown. */
  readonly count: number;
  /** Since the last visit, or while offline. */
  readonly kind: "new" | "missed";
}

export function Rule({ count, kind }: RuleProps) {
  const label = kind === "missed" ? t("log.missed", { count }) : t("log.unreadFromHere", { count });
  return (
    // biome-ignore lint/a11y/useSemanticElements: it contains text.
    <div className="axis newline" role="separator" aria-label={label}>
      <span className="m">{kind === "new" ? t("log.new", { count }) : ""}</span>
      <span className="rule">{kind === "missed" && label}</span>
    </div>
  );
}

/** How many are unread: exact or absent. A disc with @ stands before it when a mention of the reader is among them. */
import { saidOf } from "../inbox-order/said.ts";
import { useIsComplete, useUnreadWords } from "../state/unread-words.ts";
import { numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface CountProps {
  readonly unread: number;
  readonly hasMention?: boolean;
  readonly isMuted?: boolean;
  /** Where what it stands in says it in its own name. */
  readonly isSilent?: boolean;
}

export function Count({ unread, hasMention = false, isMuted = false, isSilent = false }: CountProps) {
  const said = saidOf(unread, useIsComplete());
  const words = useUnreadWords();
  if (unread === 0) return null;
  const text = said === "exact" ? numberText(unread) : t(`parts.${said}`);
  return (
    <>
      {hasMention && (
        <span className="at" aria-hidden="true">
          @
        </span>
      )}
      <span className={isMuted ? "count" : "count new"} aria-hidden="true">
        {text}
      </span>
      {!isSilent && <span className="sr">{words(unread, hasMention)}</span>}
    </>
  );
}

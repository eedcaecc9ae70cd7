/** An unread count: exact or absent. A disc with @ precedes it if it includes a mention of the reader. */
import { saidOf } from "../inbox-order/said.ts";
import { useIsComplete, useUnreadWords } from "../state/unread-words.ts";
import { numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface CountProps {
  readonly unread: number;
  readonly hasMention?: boolean;
  readonly isMuted?: boolean;
  /** If the surrounding label includes the count. */
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

/** How many are unread: exact or absent. A disc with @ stands before it when a mention of the reader is among them. */
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
  if (unread === 0) return null;
  const text = unread > 999 ? t("parts.many") : numberText(unread);
  const spoken = t(hasMention ? "parts.unreadWithMention" : "parts.unread", { count: unread });
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
      {!isSilent && <span className="sr">{spoken}</span>}
    </>
  );
}

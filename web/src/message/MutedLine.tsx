import { t } from "../text/text.ts";

/** Replaces a message from a muted person. */
export function MutedLine({ onShow }: { readonly onShow: () => void }) {
  return (
    <p className="muted-line" data-text>
      {t("message.fromMuted")}{" "}
      <button type="button" className="link" onClick={onShow}>
        {t("message.show")}
      </button>
    </p>
  );
}

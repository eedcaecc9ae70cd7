import { t } from "../text/text.ts";

/** Says next to the widget why it did not change. */
export function Problem({ reason }: { readonly reason: string | undefined }) {
  return reason === undefined ? null : (
    <p className="widget-problem" role="alert">
      {t("widgets.notChanged", { reason })}
    </p>
  );
}

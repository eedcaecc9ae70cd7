import { t } from "../text/text.ts";

/** Shows why a widget did not change. */
export function Problem({ reason }: { readonly reason: string | undefined }) {
  return reason === undefined ? null : (
    <p className="widget-problem" role="alert">
      {t("widgets.notChanged", { reason })}
    </p>
  );
}

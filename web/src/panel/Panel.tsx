import type { Address } from "../address/address.ts";
import { t } from "../text/text.ts";
import "./panel.css";

export function Panel(_: { readonly address: Address }) {
  return <aside className="panel" aria-label={t("shell.details")} data-region="panel" />;
}

import type { Address } from "../address/address.ts";
import { t } from "../text/text.ts";
import "./sidebar.css";

export function Sidebar(_: { readonly address: Address }) {
  return <nav className="side" aria-label={t("shell.sidebar")} data-region="sidebar" />;
}

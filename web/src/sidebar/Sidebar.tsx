/** The left sidebar: all conversations, with unread counts. */
import { useState } from "react";
import type { Address } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { t } from "../text/text.ts";
import { Foot } from "./Foot.tsx";
import { Head } from "./Head.tsx";
import { Lists } from "./Lists.tsx";
import { ResizeHandle } from "./ResizeHandle.tsx";
import "./sidebar.css";

const ALL = ["views", "direct", "channels"] as const;

export function Sidebar({ address }: { readonly address: Address }) {
  const [filter, setFilter] = useState<string>();
  useCommand("filterSidebar", () => setFilter((now) => now ?? ""));
  return (
    <nav className="side" aria-label={t("shell.sidebar")} data-region="sidebar">
      <Head />
      <Lists address={address} filter={filter} onFilter={setFilter} parts={ALL} />
      <Foot />
      <ResizeHandle />
    </nav>
  );
}

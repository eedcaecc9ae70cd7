/** The left sidebar: all conversations, with unread counts. */
import { useState } from "react";
import type { Address } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { later } from "../parts/later.tsx";
import { t } from "../text/text.ts";
import { Foot } from "./Foot.tsx";
import { Head } from "./Head.tsx";
import { Lists } from "./Lists.tsx";
import { useSidebarWidth } from "./width.ts";
import "./sidebar.css";

const ResizeHandle = later(() => import("./ResizeHandle.tsx").then((loaded) => loaded.ResizeHandle), {
  isOptional: true,
});

const ALL = ["views", "direct", "channels"] as const;

export function Sidebar({ address }: { readonly address: Address }) {
  const pixels = useSidebarWidth();
  const [filter, setFilter] = useState<string>();
  useCommand("filterSidebar", () => setFilter((now) => now ?? ""));
  return (
    <nav className="side" aria-label={t("shell.sidebar")} data-region="sidebar">
      <Head />
      <Lists address={address} filter={filter} onFilter={setFilter} parts={ALL} />
      <Foot />
      <ResizeHandle pixels={pixels} />
    </nav>
  );
}

/** A message that is collapsed to its first line. */
import type { ReactNode } from "react";
import { t } from "../text/text.ts";

interface CollapsibleProps {
  readonly children: ReactNode;
  readonly isCollapsed: boolean;
  readonly cutsLong: boolean;
  readonly onExpand: () => void;
}

export function Collapsible({ children, isCollapsed, onExpand }: CollapsibleProps) {
  return (
    <>
      <div className={isCollapsed ? "collapsible collapsed" : "collapsible"}>{children}</div>
      {isCollapsed && (
        <button type="button" onClick={onExpand}>
          {t("message.showAll")}
        </button>
      )}
    </>
  );
}

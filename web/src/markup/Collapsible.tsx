/** A message that is longer than the reader wants to see at once, or that they collapsed, opens by a button below it. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { t } from "../text/text.ts";

interface CollapsibleProps {
  readonly children: ReactNode;
  /** Down to its first line, because the reader collapsed it. */
  readonly isCollapsed: boolean;
  /** Messages over 60 lines are cut, by preference. */
  readonly cutsLong: boolean;
  /** Asked for where the message was collapsed; a long one opens by itself. */
  readonly onExpand: () => void;
}

const LONG_LINES = 60;

export function Collapsible({ children, isCollapsed, cutsLong, onExpand }: CollapsibleProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !cutsLong) return;
    const measure = () => setIsLong(element.scrollHeight > LONG_LINES * lineHeightOf(element));
    const observer = new ResizeObserver(measure);
    for (const child of element.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [cutsLong]);

  const isCut = cutsLong && isLong && !isOpen;
  const state = isCollapsed ? "collapsible collapsed" : isCut ? "collapsible cut" : "collapsible";
  return (
    <>
      <div className={state} ref={box}>
        {children}
      </div>
      {(isCollapsed || (cutsLong && isLong)) && (
        <button
          type="button"
          className="collapsible-more"
          aria-expanded={!isCollapsed && !isCut}
          onClick={() => (isCollapsed ? onExpand() : setIsOpen(isCut))}
        >
          {isCollapsed || isCut ? t("markup.showAll") : t("markup.showLess")}
        </button>
      )}
    </>
  );
}

function lineHeightOf(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).lineHeight) || 23;
}

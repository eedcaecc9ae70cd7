/** A long or collapsed message, with a button to expand it. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../text/text.ts";

interface CollapsibleProps {
  readonly children: ReactNode;
  /** Collapsed to its first line by the reader. */
  readonly isCollapsed: boolean;
  /** Messages over 60 lines are truncated, by preference. */
  readonly cutsLong: boolean;
  /** Called to expand a collapsed message; a long one expands locally. */
  readonly onExpand: () => void;
}

const LONG_LINES = 60;

/** Short expanded messages are not measured. */
export function Collapsible(props: CollapsibleProps) {
  return props.isCollapsed || props.cutsLong ? <Cut {...props} /> : <div className="collapsible">{props.children}</div>;
}

function Cut({ children, isCollapsed, cutsLong, onExpand }: CollapsibleProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !cutsLong) return;
    let known = false;
    const measure = () => {
      const isNow = element.scrollHeight > LONG_LINES * lineHeightOf(element);
      if (isNow !== known) flushSync(() => setIsLong(isNow));
      known = isNow;
    };
    const children = [...element.children];
    for (const child of children) watch(child, measure);
    return () => {
      for (const child of children) unwatch(child);
    };
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

const watched = new WeakMap<Element, () => void>();
let observer: ResizeObserver | undefined;

/**
 * One shared observer: it reports after all rows are laid out and before paint. Measuring each row separately would
 * force a layout for each.
 */
function watch(element: Element, measure: () => void): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) watched.get(target)?.();
  });
  watched.set(element, measure);
  observer.observe(element);
}

function unwatch(element: Element): void {
  watched.delete(element);
  observer?.unobserve(element);
}

function lineHeightOf(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).lineHeight) || 23;
}

/** A message that is longer than the reader wants to see at once, or that they collapsed, opens by a button below it. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
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

/** What is short and open stays as it is, and need not be measured. */
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
 * One observer for all: it tells of them once all rows of a screen are laid out, and still before they are painted. To
 * measure each row for itself, as soon as it is there, would lay out the screen for each.
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

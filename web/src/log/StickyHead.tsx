/** The sticky header: the current day and, where several are interleaved, the conversation. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useMessage } from "../state/messages.ts";
import { DayButton } from "./DayDivider.tsx";
import { keyOf, type RowKey, rowsIn } from "./place.ts";
import { RecipientBar } from "./RecipientBar.tsx";
import type { LogRowData } from "./rows.ts";

interface StickyHeadProps {
  readonly rows: readonly LogRowData[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly isInterleaved: boolean;
}

export function StickyHead({ rows, scroller, isInterleaved }: StickyHeadProps) {
  const head = useRef<HTMLDivElement>(null);
  const [holding, setHolding] = useState<RowKey>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be at the top.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const place = () => {
      const above = rowAbove(element);
      setHolding(above);
      if (head.current) head.current.style.translate = `0 ${pushedBy(element, head.current, isInterleaved)}px`;
    };
    place();
    element.addEventListener("scroll", place, { passive: true });
    return () => element.removeEventListener("scroll", place);
  }, [scroller, isInterleaved, rows]);

  const first = typeof holding === "number" ? holding : undefined;
  return (
    <div className="log-head" ref={head} aria-hidden="true">
      {first !== undefined &&
        (isInterleaved ? <RecipientBar messageId={first} isHeld /> : <HeldDay messageId={first} />)}
    </div>
  );
}

function HeldDay({ messageId }: { readonly messageId: number }) {
  const message = useMessage(messageId);
  return message ? (
    <div className="axis day held">
      <span>
        <DayButton seconds={message.timestamp} isHidden />
        <i className="day-line" />
      </span>
    </div>
  ) : null;
}

/** The row at the top, unless everything above its message is still visible. */
function rowAbove(scroller: HTMLElement): RowKey | undefined {
  const { top } = scroller.getBoundingClientRect();
  const row = rowsIn(scroller).find((each) => each.getBoundingClientRect().bottom > top);
  if (!row || row.getBoundingClientRect().top >= top) return undefined;
  return keyOf(row);
}

/** The next header pushes it out. */
function pushedBy(scroller: HTMLElement, head: HTMLElement, isInterleaved: boolean): number {
  const { top } = scroller.getBoundingClientRect();
  const { offsetHeight } = head;
  const dividers = scroller.querySelectorAll<HTMLElement>(isInterleaved ? ".bar" : ".day");
  for (const divider of dividers) {
    const distance = divider.getBoundingClientRect().top - top;
    if (distance > 0) return Math.min(0, distance - offsetHeight);
  }
  return 0;
}

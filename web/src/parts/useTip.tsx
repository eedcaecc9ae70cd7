/** A tooltip for many rows: nothing is rendered until one is hovered. */
import { type FocusEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip";

const DELAY_MS = 500;

interface Tipped<E extends HTMLElement> {
  /** For the element with the tooltip. */
  readonly ref: RefObject<E | null>;
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onPointerDown: () => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
  };
  readonly tip: ReactNode;
}

export function useTip<E extends HTMLElement>(label: string): Tipped<E> {
  const ref = useRef<E>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    ref,
    handlers: {
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === "mouse") timer.current = setTimeout(() => setOpen(true), DELAY_MS);
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: ({ target }) => {
        if (target.matches(":focus-visible")) setOpen(true);
      },
      onBlur: close,
    },
    // A tooltip reads its state from its trigger only, and would fail without one.
    tip: isOpen && (
      <TooltipTriggerStateContext value={{ isOpen, shouldSkipAnimation: true, open: () => {}, close }}>
        <Tooltip className="tip" offset={6} triggerRef={ref}>
          {label}
        </Tooltip>
      </TooltipTriggerStateContext>
    ),
  };
}

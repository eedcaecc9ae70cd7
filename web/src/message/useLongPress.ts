/** A long press. Moving the finger scrolls instead. */
import { type PointerEvent, useEffect, useRef } from "react";

const LONG_MS = 500;
const STILL_PX = 10;

/** Otherwise lifting the finger would click what has opened under it. */
function ignoreLifting(): void {
  const over = new AbortController();
  const { signal } = over;
  const lifted = (event: TouchEvent) => {
    if (event.cancelable) event.preventDefault();
    over.abort();
  };
  document.addEventListener("touchend", lifted, { capture: true, passive: false, signal });
  // It was cancelled, or its element is gone: the next touch is another one.
  for (const other of ["touchcancel", "touchstart"] as const)
    document.addEventListener(other, () => over.abort(), { capture: true, passive: true, signal });
}

interface Handlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

export function useLongPress(act: () => void): Handlers {
  const pressed = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const release = () => {
    clearTimeout(pressed.current?.timer);
    pressed.current = undefined;
  };
  const pressedLong = () => {
    ignoreLifting();
    act();
  };
  useEffect(() => () => clearTimeout(pressed.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }) => {
      if (pointerType !== "touch") return;
      release();
      pressed.current = { timer: setTimeout(pressedLong, LONG_MS), x, y };
    },
    onPointerMove: ({ clientX, clientY }) => {
      const { x, y } = pressed.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** A long press. Moving the finger scrolls instead. */
import { type PointerEvent, useEffect, useRef } from "react";

const LONG_MS = 500;
const STILL_PX = 10;

/** Otherwise lifting the finger would click what has opened under it. */
function ignoreLifting(): void {
  const lifted = new AbortController();
  const { signal } = lifted;
  const onEnd = (event: TouchEvent) => {
    event.preventDefault();
    lifted.abort();
  };
  document.addEventListener("touchend", onEnd, { passive: false, signal });
  // A finger that scrolls instead clicks nothing, and the next touch is another one.
  document.addEventListener("touchcancel", () => lifted.abort(), { signal });
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

/** The edge of the sidebar: resized by dragging or with arrows, from 220 to 360 pixels. */
import { type KeyboardEvent, type PointerEvent, useEffect } from "react";
import { Remembered, useRemembered } from "../state/remembered.ts";
import { t } from "../text/text.ts";

const [NARROWEST, WIDEST, STANDARD, STEP] = [220, 360, 268, 8];
const width = new Remembered("sidebar.width", STANDARD);
const within = (pixels: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, pixels)));

export function ResizeHandle() {
  const pixels = within(useRemembered(width));
  useEffect(() => {
    document.documentElement.style.setProperty("--side-w", `${pixels / 16}rem`);
  }, [pixels]);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const isRightToLeft = getComputedStyle(handle).direction === "rtl";
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const start = { x: event.clientX, width: pixels };
    const move = ({ clientX }: globalThis.PointerEvent) => {
      const by = (clientX - start.x) * (isRightToLeft ? -1 : 1);
      width.set(within(start.width + by / scale));
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -WIDEST, End: WIDEST }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    width.set(within(pixels + by));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be resized.
    <div
      className="side-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("sidebar.resize")}
      aria-valuenow={pixels}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onDoubleClick={() => width.set(STANDARD)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The edge of the sidebar: resized by dragging or with arrows, from 220 to 360 pixels. */
import type { KeyboardEvent, PointerEvent } from "react";
import { t } from "../text/text.ts";
import { NARROWEST, resizeSidebar, STANDARD, WIDEST } from "./width.ts";

const STEP = 8;

export function ResizeHandle({ pixels }: { readonly pixels: number }) {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const isRightToLeft = getComputedStyle(handle).direction === "rtl";
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const start = { x: event.clientX, width: pixels };
    const move = ({ clientX }: globalThis.PointerEvent) => {
      const by = (clientX - start.x) * (isRightToLeft ? -1 : 1);
      resizeSidebar(start.width + by / scale);
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
    resizeSidebar(pixels + by);
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
      onDoubleClick={() => resizeSidebar(STANDARD)}
      onKeyDown={onKeyDown}
    />
  );
}

/** How wide the sidebar is, in this browser. */
import { useEffect } from "react";
import { Remembered, useRemembered } from "../state/remembered.ts";

export const [NARROWEST, WIDEST, STANDARD] = [220, 360, 268] as const;

const width = new Remembered<number>("sidebar.width", STANDARD);
const within = (pixels: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, pixels)));

export const resizeSidebar = (pixels: number): void => width.set(within(pixels));

/** In pixels, unless the reader has larger text. */
export function useSidebarWidth(): number {
  const pixels = within(useRemembered(width));
  useEffect(() => {
    document.documentElement.style.setProperty("--side-w", `${pixels / 16}rem`);
  }, [pixels]);
  return pixels;
}

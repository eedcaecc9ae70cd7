/** The window icon, and the badge of the installed application. Redrawn on each change, never animated. */
import { useEffect } from "react";
import { useStore } from "../state/store.ts";
import { badgeOf, badgeText } from "./badge.ts";
import { drawnIcon } from "./draw-icon.ts";

/** Not in every browser. */
interface Badging {
  setAppBadge?(count?: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

export function useFavicon(): void {
  const text = useStore((state) => badgeText(badgeOf(state)));
  useEffect(() => {
    let isWanted = true;
    void drawnIcon(text).then((address) => isWanted && address !== undefined && showIcon(address));
    const [kind, count] = text.split(" ");
    const { setAppBadge, clearAppBadge } = navigator as Badging;
    const badge = count !== undefined ? setAppBadge?.call(navigator, Number(count)) : undefined;
    // Browsers refuse it unless the application is installed.
    (badge ?? (kind === "dot" ? setAppBadge?.call(navigator) : clearAppBadge?.call(navigator)))?.catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [text]);
}

function showIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link || link.href === address) return;
  link.type = address.startsWith("data:") ? "image/png" : "image/svg+xml";
  link.href = address;
}

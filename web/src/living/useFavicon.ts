/** The window icon, and the badge of the installed application. Redrawn on each change, never animated. */
import { useEffect } from "react";
import { useStore } from "../state/store.ts";
import { badgeOf, badgeText } from "./badge.ts";
import { desktopApp } from "./desktop-app.ts";
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
    const [kind, count] = text.split(" ");
    // The desktop application recognizes by its address that somebody has written directly or mentioned the reader.
    const mark = desktopApp && count !== undefined ? "#favicon-pms" : "";
    void drawnIcon(text).then((address) => isWanted && address !== undefined && showIcon(address + mark));
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

/** Calls back when the end of a list is near; again whenever `key` changes while it still is. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

export function useEndReached(onReached: () => void, key: string): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer reports at once.
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), { rootMargin: "600px" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [key]);
  return end;
}

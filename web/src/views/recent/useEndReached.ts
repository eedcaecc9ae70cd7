/** Calls when the end of a list comes near; again whenever `key` has changed and it is still near. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

export function useEndReached(onReached: () => void, key: string): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer tells at once whether the end is in sight.
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), { rootMargin: "600px" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [key]);
  return end;
}

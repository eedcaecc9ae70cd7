/** Counts down the remaining time for editing, when there is little left. */
import type { Message } from "@parley/client";
import { useEffect, useState } from "react";
import { useStore } from "../state/store.ts";
import { secondsToEdit } from "./permissions.ts";

const SHOWN_UNDER = 120;

export function useSecondsToEdit(message: Message): number | undefined {
  const [now, setNow] = useState(() => Date.now() / 1000);
  const left = useStore((state) => secondsToEdit(state, message, now));
  const isNear = left !== undefined && left < SHOWN_UNDER;
  const isOver = left === 0;
  useEffect(() => {
    if (left === undefined || isOver) return;
    const tick = () => setNow(Date.now() / 1000);
    const timer = setTimeout(tick, isNear ? 1000 : (left - SHOWN_UNDER) * 1000);
    return () => clearTimeout(timer);
  }, [left, isNear, isOver]);
  return isNear ? Math.ceil(left) : undefined;
}

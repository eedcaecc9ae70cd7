/** Whether the page is being printed: then all loaded messages are rendered, not only those near the screen. */
import { useSyncExternalStore } from "react";

const paper = matchMedia("print");

const subscribe = (listener: () => void): (() => void) => {
  paper.addEventListener("change", listener);
  return () => paper.removeEventListener("change", listener);
};

export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => paper.matches);

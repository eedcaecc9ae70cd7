/** Whether this is a phone layout: below this width the sidebar is a screen of its own. */
import { useSyncExternalStore } from "react";

const phone = matchMedia("(max-width: 859px)");

const subscribe = (listener: () => void): (() => void) => {
  phone.addEventListener("change", listener);
  return () => phone.removeEventListener("change", listener);
};

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);

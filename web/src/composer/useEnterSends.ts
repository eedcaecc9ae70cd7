/** What Enter does: it sends, or starts a new line and Ctrl+Enter sends. */
import { settings } from "@parley/server/contract";
import { useSyncExternalStore } from "react";
import { attempt } from "../actions/attempt.ts";
import type { Choice } from "../parts/Menu.tsx";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { t } from "../text/text.ts";

/** Without a keyboard, there is no other key for a new line. */
const touch = matchMedia("(hover: none) and (pointer: coarse)");

const subscribe = (listener: () => void): (() => void) => {
  touch.addEventListener("change", listener);
  return () => touch.removeEventListener("change", listener);
};

const useIsTouch = (): boolean => useSyncExternalStore(subscribe, () => touch.matches);

export function useEnterSends(): boolean {
  const isWanted = useSetting("enter_sends");
  const isTouch = useIsTouch();
  return isWanted && !isTouch;
}

/** The choice between the two; none where Enter always starts a new line. */
export function useEnterChoices(): readonly Choice[] {
  const { connection } = useSession();
  const isChosen = useSetting("enter_sends");
  const isTouch = useIsTouch();
  const choice = (enter_sends: boolean): Choice => ({
    id: enter_sends ? "enter-sends" : "enter-breaks",
    label: t(enter_sends ? "composer.enterSends" : "composer.enterBreaks"),
    isChosen: isChosen === enter_sends,
    onAction: () => void attempt(() => connection.call(settings.updateSettings, { enter_sends })),
  });
  return isTouch ? [] : [choice(true), choice(false)];
}

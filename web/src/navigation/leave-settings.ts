/** Leaves settings for the view that was open before, at the place where it was read; otherwise for the home view. */
import type { State } from "@parley/client";
import { goHome, router } from "../state/place.ts";

const OF_SETTINGS = /^(?:(?:settings|organization|groups)(?:\/|$)|channels\/\d)/;

export function backFromSettings(state: State): void {
  if (!router.backTo((fragment) => !OF_SETTINGS.test(fragment))) goHome(state);
}

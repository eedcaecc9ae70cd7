/** Leaves settings. What was saved is not said elsewhere. */
import type { State } from "@parley/client";
import { backFromSettings } from "../navigation/leave-settings.ts";
import { saySaved } from "./saved.ts";

export function leaveSettings(state: State): void {
  saySaved(undefined);
  backFromSettings(state);
}

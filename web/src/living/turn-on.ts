/** Turns notifications on, and says whether they also arrive while Parley is closed. */
import type { Connection } from "@parley/client";
import { attempt } from "../actions/attempt.ts";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";
import { askForPermission } from "./permission.ts";
import { sendTestPush, subscribeToPush } from "./push.ts";

/** The browser asks the reader, so a press must cause it. */
export async function turnOnNotifications(connection: Connection): Promise<void> {
  const permission = await askForPermission();
  if (permission === "denied") showToast({ text: t("living.refused") });
  if (permission !== "granted") return;
  const isReached = await subscribeToPush(connection);
  const test = { label: t("living.sendTest"), do: () => void attempt(() => sendTestPush(connection)) };
  showToast(isReached ? { text: t("living.notifying"), action: test } : { text: t("living.couldNotReach") });
}

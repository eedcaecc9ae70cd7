/**
 * Offers notifications, at the bottom of the sidebar or above the tabs on a phone; the browser asks only after a press.
 */
import { attempt } from "../actions/attempt.ts";
import { Icon } from "../parts/Icon.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { askForPermission, putOff, useIsToAsk } from "./permission.ts";
import { sendTestPush, subscribeToPush } from "./push.ts";

export function NotifyRow() {
  const { connection } = useSession();
  const isToAsk = useIsToAsk();
  if (!isToAsk) return null;
  const turnOn = async () => {
    const permission = await askForPermission();
    if (permission === "denied") showToast({ text: t("living.refused") });
    if (permission !== "granted") return;
    const isReached = await subscribeToPush(connection);
    const test = { label: t("living.sendTest"), do: () => void attempt(() => sendTestPush(connection)) };
    showToast(isReached ? { text: t("living.notifying"), action: test } : { text: t("living.couldNotReach") });
  };
  return (
    <div className="side-notify">
      <Icon name="bell" />
      <span>{t("living.askToNotify")}</span>
      <button type="button" className="side-notify-act" onClick={() => void turnOn()}>
        {t("living.turnOn")}
      </button>
      <button type="button" className="side-notify-later" onClick={putOff}>
        {t("living.notNow")}
      </button>
    </div>
  );
}

/**
 * Offers notifications, at the bottom of the sidebar or above the tabs on a phone; the browser asks only after a press.
 */
import { Icon } from "../parts/Icon.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { putOff, useIsToAsk } from "./permission.ts";
import { turnOnNotifications } from "./turn-on.ts";

export function NotifyRow() {
  const { connection } = useSession();
  const isToAsk = useIsToAsk();
  if (!isToAsk) return null;
  return (
    <div className="side-notify">
      <Icon name="bell" />
      <span>{t("living.askToNotify")}</span>
      <button type="button" className="side-notify-act" onClick={() => void turnOnNotifications(connection)}>
        {t("living.turnOn")}
      </button>
      <button type="button" className="side-notify-later" onClick={putOff}>
        {t("living.notNow")}
      </button>
    </div>
  );
}

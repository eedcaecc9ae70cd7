/** Whether this browser shows notifications, and how to change that. */
import { sentenceOf } from "../../actions/attempt.ts";
import { usePermission } from "../../living/permission.ts";
import { sendTestPush } from "../../living/push.ts";
import { turnOnNotifications } from "../../living/turn-on.ts";
import { worker } from "../../living/worker.ts";
import { Banner } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";

export function BrowserPermission() {
  const { connection } = useSession();
  const permission = usePermission();
  const organization = useRealm("realm_name");
  const test = async () => {
    try {
      // Without a push service the browser shows one by itself.
      if (!(await sendTestPush(connection))) await showTest();
    } catch (error) {
      showToast({ text: sentenceOf(error) });
    }
  };
  return (
    <div className="axis" data-setting="browser-notifications">
      <div className="c">
        {permission === "granted" && (
          <Banner icon="bell" action={{ label: t("living.sendTest"), do: () => void test() }}>
            {t("notify.shows", { organization })}
          </Banner>
        )}
        {permission === "default" && (
          <Banner icon="bell" action={{ label: t("living.turnOn"), do: () => void turnOnNotifications(connection) }}>
            {t("notify.showsNot", { organization })}
          </Banner>
        )}
        {permission === "denied" && (
          <Banner kind="warn" icon="bell">
            {t("living.refused")}
          </Banner>
        )}
        {permission === "impossible" && (
          <Banner kind="warn" icon="bell">
            {t("notify.impossible")}
          </Banner>
        )}
      </div>
    </div>
  );
}

async function showTest(): Promise<void> {
  const options = { body: t("living.testBody"), tag: "parley-test" };
  const registration = await worker.registration;
  if (registration?.active) await registration.showNotification(t("living.testTitle"), options);
  else new Notification(t("living.testTitle"), options);
}

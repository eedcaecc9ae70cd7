/** Tells owners that the server sends no email, until it does or they have seen enough of it. */
import { Banner } from "../parts/states.tsx";
import { Remembered, useRemembered } from "../state/remembered.ts";
import { t } from "../text/text.ts";
import "./texts.ts";

const isDismissed = new Remembered("mail-notice-dismissed", false);

export function MailNotice() {
  if (useRemembered(isDismissed)) return null;
  return (
    <Banner icon="alert" action={{ label: t("invite.dismiss"), do: () => isDismissed.set(true) }}>
      {t("invite.noMailNotice")}{" "}
      <a href="/help/administration#email" target="_blank" rel="noopener">
        {t("invite.howToSendMail")}
      </a>
    </Banner>
  );
}

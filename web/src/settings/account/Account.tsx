/** The page of the account: signing in, privacy, devices, and leaving. */
import { holderOf, realmSettings } from "@parley/client";
import { settings } from "@parley/server/contract";
import { mayChangeEmail } from "@parley/server/people/email-change/permissions.ts";
import { attempt } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Button } from "../../parts/buttons.tsx";
import { later } from "../../parts/later.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useOwnId, usePerson } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Group, Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { Row } from "../SettingRow.tsx";
import { ApiKeyDialog } from "./ApiKeyDialog.tsx";
import { DeactivateDialog } from "./DeactivateDialog.tsx";
import { Devices } from "./Devices.tsx";
import { EmailDialog } from "./EmailDialog.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { privacyGroup, zoneGroup } from "./page.ts";
import { useSignInMethods } from "./sign-in-methods.ts";
import "./account.css";

const SecondFactors = later(() => import("./second-factors/SecondFactors.tsx").then((loaded) => loaded.SecondFactors));

const LinkedProviders = later(() =>
  import("./second-factors/LinkedProviders.tsx").then((loaded) => loaded.LinkedProviders),
);

const OwnData = later(() => import("./own-data/OwnData.tsx").then((loaded) => loaded.OwnData));

export function Account({ page }: { readonly page: SettingsPage }) {
  const organization = useRealm("realm_name");
  const { methods, reload } = useSignInMethods();
  return (
    <Page page={page}>
      <SigningIn isUnconfirmed={methods?.is_email_confirmed === false} />
      <SecondFactors />
      {methods && methods.providers.length > 0 && <LinkedProviders providers={methods.providers} onChange={reload} />}
      <Group group={zoneGroup} />
      <Group group={privacyGroup} />
      <Devices />
      <OwnData />
      <Section title={t("account.leave")}>
        <Row
          name="deactivate"
          label={<span>{t("account.deactivate")}</span>}
          help={<small>{t("account.deactivateHelp", { organization })}</small>}
        >
          <Button onPress={() => openDialog((close) => <DeactivateDialog onClose={close} />)}>
            {t("account.deactivateAction")}
          </Button>
        </Row>
      </Section>
    </Page>
  );
}

function SigningIn({ isUnconfirmed }: { readonly isUnconfirmed: boolean }) {
  const { connection } = useSession();
  const sendsMail = useRealm("server_sends_email");
  const person = usePerson(useOwnId());
  const hasPasswords = useRealm("realm_password_auth_enabled");
  const mayChange = useStore((state) => mayChangeEmail(holderOf(state), realmSettings(state)));
  const email = person?.delivery_email ?? "";
  const emailHelp = [
    ...(isUnconfirmed ? [t("account.emailUnconfirmed")] : []),
    ...(mayChange ? [] : [t("account.emailLocked")]),
  ];
  const confirm = () =>
    attempt(async () => {
      await connection.call(settings.updateSettings, { email });
      showToast({ text: t("account.confirmationSent", { email }) });
    });
  return (
    <Section title={t("account.signIn")}>
      <Row
        name="email"
        label={<span>{t("account.email")}</span>}
        help={emailHelp.length > 0 && <small>{emailHelp.join(". ")}</small>}
      >
        <span className="setting-value">{email}</span>
        {isUnconfirmed && sendsMail && <Button onPress={() => void confirm()}>{t("account.confirmEmail")}</Button>}
        {mayChange && (
          <Button onPress={() => openDialog((close) => <EmailDialog email={email} onClose={close} />)}>
            {t("account.changeEmail")}
          </Button>
        )}
      </Row>
      {hasPasswords && (
        <Row
          name="password"
          label={<span>{t("account.password")}</span>}
          help={<small>{t("account.passwordHelp")}</small>}
        >
          <Button onPress={() => openDialog((close) => <PasswordDialog email={email} onClose={close} />)}>
            {t("account.changePassword")}
          </Button>
        </Row>
      )}
      <Row name="api-key" label={<span>{t("account.apiKey")}</span>} help={<small>{t("account.apiKeyHelp")}</small>}>
        <Button onPress={() => openDialog((close) => <ApiKeyDialog email={email} onClose={close} />)}>
          {t("account.showApiKey")}
        </Button>
      </Row>
    </Section>
  );
}

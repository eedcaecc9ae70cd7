/** The page of the ways to sign in. */
import type { Store } from "@parley/client";
import { realms } from "@parley/server/contract";
import { useId } from "react";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Group, Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { Row } from "../../SettingRow.tsx";
import type { SettingSource } from "../../setting.ts";
import { useSettingValue } from "../../useSettingValue.ts";
import { byOwners } from "../organization-settings.ts";
import { secondFactorGroup } from "./page.ts";

/** The API's name for signing in with a password. Others are shown under their own names. */
const PASSWORD = "Email";

export function SignInMethods({ page }: { readonly page: SettingsPage }) {
  const methods = useRealm("realm_authentication_methods");
  return (
    <Page page={page}>
      <Section title={t("signInMethods.methods")} help={t("signInMethods.help")} name="sign-in-methods">
        {Object.keys(methods).map((name) => (
          <Method key={name} name={name} />
        ))}
      </Section>
      <Group group={secondFactorGroup} />
    </Page>
  );
}

/** Whether each way is on; all of them are sent together. Keys are the API's names. */
const methodsIn = (store: Store): SettingSource => ({
  operation: realms.updateRealm,
  read: ({ realm }, name) => realm.realm_authentication_methods?.[name]?.enabled === true,
  save(connection, name, value) {
    const now = Object.entries(store.state.realm.realm_authentication_methods ?? {});
    const methods = now.map(([each, { enabled }]) => [each, each === name ? value === true : enabled] as const);
    return connection.call(realms.updateRealm, { authentication_methods: Object.fromEntries(methods) });
  },
});

function Method({ name }: { readonly name: string }) {
  const methods = useRealm("realm_authentication_methods");
  const mayChange = useStore(byOwners.may);
  const { store } = useSession();
  const { value, problem, change } = useSettingValue({ key: name }, methodsIn(store));
  const id = useId();
  const { enabled = false, available = false } = methods[name] ?? {};
  const isLast = enabled && Object.values(methods).filter((method) => method.enabled).length === 1;
  const isLocked = !mayChange || isLast || !available;
  const help = !mayChange
    ? t(byOwners.who)
    : isLast
      ? t("signInMethods.last")
      : available
        ? name === PASSWORD && t("signInMethods.passwordHelp")
        : t("signInMethods.unavailable");
  const label = name === PASSWORD ? t("signInMethods.password") : name;
  return (
    <Row
      name={`method-${name}`}
      label={isLocked ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
      help={help && <small id={`${id}-help`}>{help}</small>}
      problem={problem}
    >
      {isLocked ? (
        <span className="setting-value">{t(enabled ? "settings.on" : "settings.off")}</span>
      ) : (
        <input
          type="checkbox"
          role="switch"
          className="switch"
          id={id}
          aria-describedby={help ? `${id}-help` : undefined}
          checked={value === true}
          aria-checked={value === true}
          onChange={({ target }) => change(target.checked)}
        />
      )}
    </Row>
  );
}

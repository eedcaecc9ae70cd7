/** The domains whose email addresses can join, for organizations that restrict them. */
import type { State } from "@parley/client";
import { domains as api } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { attempt, sentenceOf } from "../../../actions/attempt.ts";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormField } from "../../forms/FormField.tsx";
import { FormSwitch } from "../../forms/FormSwitch.tsx";
import { Table } from "../../lists/Table.tsx";
import { Section } from "../../Page.tsx";
import { saySaved } from "../../saved.ts";
import type { SettingSource } from "../../setting.ts";
import { useSettingValue } from "../../useSettingValue.ts";
import { byOwners } from "../organization-settings.ts";
import "./domains.css";

type Domain = State["domains"] extends ReadonlyMap<string, infer D> ? D : never;

const MAX_DOMAIN_LENGTH = 100;

export function Domains() {
  const domains = useStore((state) => state.domains);
  const isRestricted = useRealm("realm_emails_restricted_to_domains");
  const mayChange = useStore(byOwners.may);
  const help = isRestricted ? (domains.size === 0 ? "domains.noneRestricted" : "domains.help") : "domains.off";
  return (
    <Section title={t("domains.title")} help={t(help)} name="domains">
      {mayChange ? <AddDomain /> : <p className="quiet">{t(byOwners.who)}</p>}
      {domains.size > 0 && (
        <DomainTable domains={[...domains.values()]} isRestricted={isRestricted} mayChange={mayChange} />
      )}
    </Section>
  );
}

function AddDomain() {
  const { connection } = useSession();
  const [domain, setDomain] = useState("");
  const [allow_subdomains, setSubdomains] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (domain.trim() === "") return;
    setProblem(undefined);
    try {
      const { new_domain } = await connection.call(api.addDomain, { domain, allow_subdomains });
      setDomain("");
      setSubdomains(false);
      saySaved({ undo: () => void attempt(() => connection.call(api.removeDomain, { domain: new_domain[1] })) });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <form className="domain-form" onSubmit={(event) => void add(event)}>
      <FormField label={t("domains.new")} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_DOMAIN_LENGTH}
            placeholder="example.com"
            value={domain}
            onChange={({ target }) => setDomain(target.value)}
          />
        )}
      </FormField>
      <FormSwitch label={t("domains.subdomains")} isOn={allow_subdomains} onChange={setSubdomains} />
      <Button type="submit" icon="plus">
        {t("listed.add")}
      </Button>
    </form>
  );
}

interface DomainTableProps {
  readonly domains: readonly Domain[];
  readonly isRestricted: boolean;
  readonly mayChange: boolean;
}

/** Whether each domain includes its subdomains. Keys are the domains. */
const subdomains: SettingSource = {
  operation: api.changeDomain,
  read: (state, domain) => state.domains.get(domain)?.allow_subdomains,
  save: (connection, domain, value) => connection.call(api.changeDomain, { domain, allow_subdomains: value === true }),
};

function SubdomainSwitch({ domain }: { readonly domain: string }) {
  const { value, problem, change } = useSettingValue({ key: domain }, subdomains);
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={t("domains.subdomainsOf", { domain })}
        checked={value === true}
        aria-checked={value === true}
        onChange={({ target }) => change(target.checked)}
      />
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function DomainTable({ domains, isRestricted, mayChange }: DomainTableProps) {
  const { connection } = useSession();
  const remove = (removed: Domain) =>
    void attempt(async () => {
      const endsRestriction = isRestricted && domains.length === 1;
      await connection.call(api.removeDomain, { domain: removed.domain });
      showToast({
        text: t(endsRestriction ? "domains.removedLast" : "domains.removed", { domain: removed.domain }),
        undo: () => void attempt(() => connection.call(api.addDomain, removed)),
      });
    });
  return (
    <Table
      label={t("domains.title")}
      rows={domains}
      keyOf={({ domain }) => domain}
      columns={[
        { title: t("domains.domain"), of: ({ domain }) => domain },
        {
          title: t("domains.subdomainsTitle"),
          of: ({ allow_subdomains }) => t(allow_subdomains ? "domains.allowed" : "domains.notAllowed"),
          draw: (row) =>
            mayChange ? (
              <SubdomainSwitch domain={row.domain} />
            ) : (
              t(row.allow_subdomains ? "domains.allowed" : "domains.notAllowed")
            ),
        },
      ]}
      actions={(row) =>
        mayChange && (
          <IconButton icon="trash" label={t("domains.remove", { domain: row.domain })} onPress={() => remove(row)} />
        )
      }
    />
  );
}

/** All integrations, by category, with a search. */
import { useState } from "react";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { useHref } from "../../state/place.ts";
import { t } from "../../text/text.ts";
import { Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { fetchedIntegrations, type ListedIntegration } from "./fetched.ts";
import { categoryName, foundByCategory } from "./found.ts";
import { Picture } from "./Picture.tsx";
import { useCatalogue } from "./useCatalogue.ts";

export function IntegrationList({ page }: { readonly page: SettingsPage }) {
  const { integrations, problem, reload } = useCatalogue();
  const [query, setQuery] = useState("");
  const found = foundByCategory([...fetchedIntegrations(), ...(integrations ?? [])], query);
  return (
    <Page page={page}>
      <div className="axis set-sec" data-setting="integrations">
        <div className="c">
          <input
            type="search"
            className="field"
            aria-label={t("integrations.search")}
            placeholder={t("integrations.search")}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          {problem !== undefined && <Failure text={problem} onRetry={reload} />}
          {!integrations && problem === undefined && <Skeleton />}
          {integrations && found.length === 0 && <p className="quiet">{t("integrations.noMatches")}</p>}
        </div>
      </div>
      {found.map(([category, listed]) => (
        <Section key={category} title={t(categoryName(category))}>
          <ul className="integration-list">
            {listed.map((each) => (
              <li key={each.name}>
                <Entry integration={each} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}

function Entry({ integration }: { readonly integration: ListedIntegration }) {
  const { name, display_name, about, picture, isTranslated } = integration;
  const href = useHref({ kind: "settings", section: "integrations", tab: name });
  return (
    <a className="integration-entry" href={href}>
      <Picture picture={picture} />
      <span>
        <b>{display_name}</b>
        <small {...(isTranslated ? {} : { lang: "en", dir: "ltr" })}>{about}</small>
      </span>
    </a>
  );
}

/** The navigation of settings: pages, and the search over all settings. */
import { useEffect, useRef, useState } from "react";
import { roleName } from "../../card/kinds.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { IconButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { useOwnId, usePerson } from "../../state/people.ts";
import { useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { leaveSettings } from "../leave.ts";
import type { SettingsPage } from "../page.ts";
import { isOffered, organizationPages, ownPages } from "../pages.ts";
import { Search } from "./Search.tsx";

interface NavigationProps {
  readonly here: SettingsPage | undefined;
  /** On a phone it is a screen of its own, and no page is open. */
  readonly isAlone: boolean;
}

export function Navigation({ here, isAlone }: NavigationProps) {
  const { store } = useSession();
  const organization = useRealm("realm_name");
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useCommand("search", () => field.current?.focus());
  const open = isAlone ? undefined : here;
  return (
    <nav className="side set-nav" aria-label={t("address.settings")} data-region="sidebar">
      <div className="side-head">
        <IconButton
          icon="back"
          label={t("settings.backToMessages")}
          command="escape"
          onPress={() => leaveSettings(store.state)}
        />
        {isAlone ? <h1>{t("address.settings")}</h1> : <b>{t("address.settings")}</b>}
        <span className="spacer" />
        {!isAlone && <kbd>Esc</kbd>}
      </div>
      <Search field={field} query={query} onQuery={setQuery} />
      {query.trim() === "" && (
        <div className="side-scroll">
          <Pages title={t("settings.you")} pages={ownPages} here={open} />
          <Pages title={organization} pages={organizationPages} here={open} />
        </div>
      )}
      {!isAlone && <Me />}
    </nav>
  );
}

interface PagesProps {
  readonly title: string;
  readonly pages: readonly SettingsPage[];
  readonly here: SettingsPage | undefined;
}

function Pages({ title, pages, here }: PagesProps) {
  if (pages.length === 0) return null;
  return (
    <section className="sec">
      <div className="sec-head">{title}</div>
      <ul>
        {pages.map((page) => (
          <PageLink key={page.name} page={page} isHere={page === here} />
        ))}
      </ul>
    </section>
  );
}

function PageLink({ page, isHere }: { readonly page: SettingsPage; readonly isHere: boolean }) {
  const href = useHref(page.address);
  const isShown = useStore((state) => isOffered(page, state));
  const link = useRef<HTMLAnchorElement>(null);
  // The list is longer than most screens.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  if (!isShown) return null;
  return (
    <li>
      <a
        ref={link}
        className={isHere ? "nav here" : "nav"}
        href={href}
        {...(isHere ? { "aria-current": "page" as const } : {})}
      >
        <Icon name={page.icon} />
        {t(page.name)}
      </a>
    </li>
  );
}

function Me() {
  const ownId = useOwnId();
  const person = usePerson(ownId);
  return (
    <div className="me">
      <Avatar userId={ownId} size="m" withPresence />
      <div className="me-text">
        <b className="trunc" dir="auto">
          {person?.full_name}
        </b>
        <span className="quiet trunc">{person && roleName(person)}</span>
      </div>
    </div>
  );
}

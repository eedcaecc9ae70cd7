/** The search over all settings. What is found replaces the list of pages. */
import type { State } from "@parley/client";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { keyShortcuts } from "../../keyboard/keys.ts";
import { Icon } from "../../parts/Icon.tsx";
import { useGo } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import type { SettingsPage } from "../page.ts";
import { isOffered, pages } from "../pages.ts";
import { pointAt } from "../pointing.ts";
import { type FoundSetting, findSettings } from "./find.ts";

interface SearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** Without what this reader would not find on them. */
const offeredPages = (state: State): readonly SettingsPage[] =>
  pages
    .filter((page) => isOffered(page, state))
    .map((page) => ({ ...page, landmarks: (page.landmarks ?? []).filter(({ isFor }) => isFor?.(state) ?? true) }));

export function Search({ field, query, onQuery }: SearchProps) {
  const { store } = useSession();
  const go = useGo();
  const [at, setAt] = useState(0);
  const found = findSettings(query, offeredPages(store.state));
  const open = ({ page, key }: FoundSetting) => {
    onQuery("");
    field.current?.blur();
    go(page.address);
    pointAt(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(found.length - 1, at + by)));
    }
    const chosen = found[at];
    if (event.key === "Enter" && chosen) open(chosen);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onQuery("");
    field.current?.blur();
  };
  const isSearching = query.trim() !== "";
  return (
    <search className="set-search">
      <label className="jump">
        <Icon name="search" />
        <input
          ref={field}
          className="plain-field grow"
          type="text"
          role="combobox"
          aria-label={t("settings.find")}
          aria-keyshortcuts={keyShortcuts("search")}
          aria-expanded={isSearching}
          aria-controls="settings-found"
          aria-autocomplete="list"
          {...(isSearching && found.length > 0 ? { "aria-activedescendant": `settings-found-${at}` } : {})}
          placeholder={t("settings.find")}
          value={query}
          onChange={({ target }) => {
            setAt(0);
            onQuery(target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {!isSearching && <kbd>/</kbd>}
      </label>
      <div id="settings-found" role="listbox" aria-label={t("settings.found")} className="set-found">
        {isSearching &&
          found.map((each, index) => (
            <div
              key={`${each.page.name} ${each.key}`}
              id={`settings-found-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={index === at ? "opt on" : "opt"}
              onClick={() => open(each)}
              onKeyDown={() => {}}
              onPointerMove={() => setAt(index)}
            >
              <Icon name={each.page.icon} />
              <span className="grow">
                {each.label}
                {each.key !== undefined && <small>{t(each.page.name)}</small>}
              </span>
            </div>
          ))}
      </div>
      {isSearching && found.length === 0 && <p className="quiet set-nothing">{t("settings.nothingFound")}</p>}
    </search>
  );
}

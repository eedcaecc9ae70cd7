/** Filters a list by name: a button that becomes a field. Esc clears it. */
import { useState } from "react";
import { useIsPhone } from "../../app/screen.ts";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { prepareName, prepareQuery, qualityOf } from "../../ranking/match.ts";
import { t } from "../../text/text.ts";

export interface NameFiltering {
  readonly query: string;
  readonly isOpen: boolean;
  readonly hasClosed: boolean;
  matches(name: string): boolean;
  open(): void;
  close(): void;
  change(query: string): void;
}

export function useNameFilter(): NameFiltering {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [hasClosed, setClosed] = useState(false);
  const wanted = prepareQuery(query);
  return {
    query,
    isOpen,
    hasClosed,
    matches: (name) => wanted.words.length === 0 || qualityOf(prepareName(name), wanted) > 0,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setClosed(true);
      setQuery("");
    },
    change: setQuery,
  };
}

export function NameFilter({ filtering }: { readonly filtering: NameFiltering }) {
  const { query, isOpen, hasClosed, open, close, change } = filtering;
  const isPhone = useIsPhone();
  if (!isOpen && isPhone) return <IconButton icon="filter" label={t("lists.filter")} onPress={open} />;
  if (!isOpen)
    return (
      // Returns the focus.
      <Button icon="filter" autoFocus={hasClosed} onPress={open}>
        {t("lists.filter")}
      </Button>
    );
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the reader asked for it.
      autoFocus
      type="search"
      className="field"
      aria-label={t("lists.filterByName")}
      placeholder={t("lists.filterByName")}
      value={query}
      onChange={({ target }) => change(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    />
  );
}

import { useState } from "react";
import type { InboxFilter } from "../../inbox-order/inbox.ts";
import { Button } from "../../parts/buttons.tsx";
import { Segments } from "../../parts/Segments.tsx";
import { t } from "../../text/text.ts";

interface InboxHeadProps {
  readonly unread: number;
  readonly conversations: number;
  readonly filter: InboxFilter;
  readonly onFilter: (filter: InboxFilter) => void;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

export function InboxHead({ unread, conversations, filter, onFilter, query, onQuery }: InboxHeadProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onQuery("");
  };
  return (
    <header className="axis page-head" data-region="header">
      <div className="c">
        <div>
          <h1>{t("views.inbox")}</h1>
          <p className="sub">{t("lists.inboxSummary", { count: unread, conversations })}</p>
        </div>
        <span className="spacer" />
        <Segments
          label={t("lists.filterLabel")}
          value={filter}
          onChange={onFilter}
          options={[
            { value: "all", label: t("lists.all") },
            { value: "followed", label: t("lists.followedOnly") },
            { value: "forYou", label: t("lists.forYou") },
          ]}
        />
        {isOpen ? (
          <input
            // biome-ignore lint/a11y/noAutofocus: it was asked for.
            autoFocus
            type="search"
            className="field"
            aria-label={t("lists.filterByName")}
            placeholder={t("lists.filterByName")}
            value={query}
            onChange={({ target }) => onQuery(target.value)}
            onKeyDown={({ key }) => key === "Escape" && close()}
          />
        ) : (
          <Button icon="filter" onPress={() => setOpen(true)}>
            {t("lists.filter")}
          </Button>
        )}
      </div>
    </header>
  );
}

import { useIsPhone } from "../../app/screen.ts";
import type { InboxFilter } from "../../inbox-order/inbox.ts";
import { perform } from "../../keyboard/useCommand.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { Segments } from "../../parts/Segments.tsx";
import { t } from "../../text/text.ts";
import { NameFilter, type NameFiltering } from "../rows/name-filter.tsx";

interface InboxHeadProps {
  readonly unread: number;
  /** If false, there are older unread messages that are not listed. */
  readonly isComplete: boolean;
  readonly conversations: number;
  readonly filter: InboxFilter;
  readonly onFilter: (filter: InboxFilter) => void;
  readonly filtering: NameFiltering;
}

export function InboxHead({ unread, isComplete, conversations, filter, onFilter, filtering }: InboxHeadProps) {
  const isPhone = useIsPhone();
  // On a phone the filter is shown only on request, or while it hides something.
  const isChoiceShown = !isPhone || filtering.isOpen || filter !== "all";
  return (
    <header className="axis page-head" data-region="header">
      <div className="c">
        <div>
          <h1>{t("views.inbox")}</h1>
          <p className="sub">
            {isComplete ? t("lists.inboxSummary", { count: unread, conversations }) : t("lists.olderNotListed")}
          </p>
        </div>
        <span className="spacer" />
        {isChoiceShown && (
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
        )}
        <NameFilter filtering={filtering} />
        {isPhone && (
          <IconButton
            icon="compose"
            label={t("sidebar.newMessage")}
            command="newChannelMessage"
            onPress={() => perform("newChannelMessage")}
          />
        )}
      </div>
    </header>
  );
}

/** The header of a message view: its title and actions. */
import type { ReactNode } from "react";
import { channelOf, conversationOf, type NarrowTerm } from "../../address/narrow.ts";
import { viewKey } from "../../address/title.ts";
import { useIsPhone } from "../../app/screen.ts";
import { openPanel } from "../../panel/open-panel.ts";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import type { IconName } from "../../parts/Sprite.tsx";
import { useOwnId } from "../../state/people.ts";
import { goHome, router } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { type TextKey, t } from "../../text/text.ts";
import { SearchTitle } from "../search/SearchTitle.tsx";
import { ChannelTitle } from "./ChannelTitle.tsx";
import { DirectTitle } from "./DirectTitle.tsx";
import { PanelToggle } from "./PanelToggle.tsx";
import { TopicTitle } from "./TopicTitle.tsx";

interface HeaderProps {
  readonly terms: readonly NarrowTerm[];
  /** The newest message, which identifies a topic to the server. */
  readonly newest: number | undefined;
  readonly isSearching: boolean;
  /** Resumes marking as read; undefined while it is on. */
  readonly keeping: (() => void) | undefined;
  readonly onSearch: () => void;
}

export function Header({ terms, newest, isSearching, keeping, onSearch }: HeaderProps) {
  const conversation = conversationOf(terms);
  const channelId = channelOf(terms);
  const { title } = viewOf(terms, useOwnId());
  const isSearch = !conversation && channelId === undefined && title === "views.search";
  const actions = (
    <>
      {keeping && (
        <span className="keeping" role="status">
          {t("narrow.keeping")}
          <Button kind="plain" onPress={keeping}>
            {t("narrow.resume")}
          </Button>
        </span>
      )}
      <IconButton icon="search" label={t("narrow.searchHere")} command="search" onPress={onSearch} />
    </>
  );
  return (
    <header className="head" data-region="header">
      {isSearching || isSearch ? (
        <SearchTitle terms={terms} isActive={isSearching} isSearch={isSearch} />
      ) : conversation?.type === "topic" ? (
        <TopicTitle channelId={conversation.channelId} topic={conversation.topic} newest={newest} actions={actions} />
      ) : conversation ? (
        <DirectTitle userIds={conversation.userIds} actions={actions} />
      ) : channelId === undefined ? (
        <ListTitle terms={terms} actions={actions} />
      ) : (
        <ChannelTitle channelId={channelId} actions={actions} />
      )}
    </header>
  );
}

interface TitleFrameProps {
  readonly mark: ReactNode;
  /** The small line above the title. */
  readonly above?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** On a phone a conversation covers everything else. */
export function Back() {
  const { store } = useSession();
  return (
    <span className="head-back">
      <IconButton
        icon="left"
        label={t("narrow.back")}
        onPress={() => (router.canGoBack() ? router.back() : goHome(store.state))}
      />
    </span>
  );
}

/** The three columns of every header. On a phone the title opens the details. */
export function TitleFrame({ mark, above, title, children }: TitleFrameProps) {
  const isPhone = useIsPhone();
  return (
    <div className="axis">
      <span className="m">
        <Back />
      </span>
      {mark}
      <div className="head-row">
        <div className="title">
          {above && <div className="crumb">{above}</div>}
          {title}
          {isPhone && (
            <button
              type="button"
              className="title-details"
              aria-label={t("shell.details")}
              onClick={() => openPanel("details")}
            />
          )}
        </div>
        <span className="spacer" />
        {children}
        {!isPhone && (
          <>
            <span className="sep" />
            <PanelToggle />
          </>
        )}
      </div>
    </div>
  );
}

const ICONS: Readonly<Partial<Record<TextKey, IconName>>> = {
  "views.feed": "feed",
  "views.mentions": "at",
  "views.starred": "star",
  "views.reactions": "react",
  "address.allDirect": "dm",
  "address.unread": "inbox",
  "address.followed": "bell",
  "address.resolved": "resolve",
  "address.alerted": "alert",
  "address.muted": "mute",
};

/** The title and icon of a view that is not a conversation. */
export function viewOf(terms: readonly NarrowTerm[], ownId: number): { title: TextKey; icon: IconName } {
  const title = viewKey(terms, ownId) ?? "views.search";
  return { title, icon: ICONS[title] ?? "search" };
}

function ListTitle({ terms, actions }: { readonly terms: readonly NarrowTerm[]; readonly actions: ReactNode }) {
  const { title, icon } = viewOf(terms, useOwnId());
  return (
    <TitleFrame
      mark={
        <span className="mark-icon">
          <Icon name={icon} size="l" />
        </span>
      }
      title={<h1 className="trunc">{t(title)}</h1>}
    >
      {actions}
    </TitleFrame>
  );
}

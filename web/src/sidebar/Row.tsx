/** A sidebar row: a link, its unread count, and its menu. */
import type { MouseEvent, ReactNode } from "react";
import { attempt } from "../actions/attempt.ts";
import { Count } from "../parts/Count.tsx";
import { Icon } from "../parts/Icon.tsx";
import type { MenuRow } from "../parts/Menu.tsx";
import { type MenuAnchor, openMenu } from "../parts/open-menu.tsx";
import type { RowPlace } from "../parts/WindowedList.tsx";
import { type UnreadWords, useIsComplete, useUnreadWords } from "../state/unread-words.ts";
import { numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface RowProps {
  readonly href: string;
  readonly name: string;
  /** Shown instead of the name, if it is more than text. */
  readonly shownName?: ReactNode;
  readonly mark?: ReactNode;
  readonly unread?: number;
  readonly hasMention?: boolean;
  /** The number counts only mentions, and is shown on their disc. */
  readonly isMentions?: boolean;
  /** The number of items that are not unread: drafts, stars. */
  readonly total?: number;
  readonly isMuted?: boolean;
  readonly isHere?: boolean;
  readonly isDone?: boolean;
  /** Read out after the name and its count. */
  readonly note?: string | undefined;
  /** An icon after the name, for followed topics. */
  readonly sign?: ReactNode;
  readonly menu?: () => Promise<readonly MenuRow[]>;
  /** Opens something other than the link's address, if that must be looked up. */
  readonly onOpen?: () => void;
  /** For a row with others below it. */
  readonly fold?: { readonly isOpen: boolean; readonly toggle: () => void } | undefined;
  readonly children?: ReactNode;
  /** Identifies a draggable view. */
  readonly fragment?: string;
  /** In a virtualized list. */
  readonly place?: RowPlace;
}

export function Row(props: RowProps) {
  const { href, name, mark, unread = 0, hasMention = false, total = 0, isMuted = false, isHere = false } = props;
  const { shownName, isMentions = false, isDone = false, sign, menu, onOpen, fold, children, fragment } = props;
  const isComplete = useIsComplete();
  const words = useUnreadWords();
  const classes = [
    "nav",
    unread > 0 && !isMuted && "unread",
    isHere && "here",
    isMuted && "muted",
    isDone && "done",
  ].filter(Boolean);
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!menu) return;
    event.preventDefault();
    // A key opens it too, without a position.
    const isPoint = event.clientX !== 0 || event.clientY !== 0;
    void openRowMenu(name, menu, isPoint ? { x: event.clientX, y: event.clientY } : event.currentTarget);
  };
  return (
    <li {...props.place}>
      <div className="row">
        {fold && (
          <button
            type="button"
            className="fold"
            tabIndex={-1}
            data-fold=""
            aria-expanded={fold.isOpen}
            aria-label={t("sidebar.topicsOf", { name })}
            onClick={fold.toggle}
          >
            <Icon name={fold.isOpen ? "down" : "right"} />
          </button>
        )}
        <a
          className={classes.join(" ")}
          href={href}
          tabIndex={-1}
          data-row=""
          {...(fragment === undefined ? {} : { draggable: true, "data-fragment": fragment })}
          aria-label={spoken(props, words)}
          {...(isHere ? { "aria-current": "page" as const } : {})}
          onContextMenu={open}
          onClick={(event) => {
            // In a new tab or window, the link's address opens.
            if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {mark}
          <span className="trunc" dir="auto">
            {shownName ?? name}
          </span>
          {sign}{" "}
          <span className="counts">
            {isMentions ? (
              unread > 0 && <span className="at">{isComplete ? numberText(unread) : "@"}</span>
            ) : (
              <Count unread={unread} hasMention={hasMention} isMuted={isMuted} isSilent />
            )}
            {total > 0 && <span className="count">{numberText(total)}</span>}
          </span>
        </a>
        {menu && (
          <button
            type="button"
            className="row-more"
            tabIndex={-1}
            aria-haspopup="menu"
            aria-label={t("sidebar.moreAbout", { name })}
            onClick={(event) => void openRowMenu(name, menu, event.currentTarget)}
          >
            <Icon name="more" />
          </button>
        )}
      </div>
      {children}
    </li>
  );
}

const openRowMenu = (name: string, menu: () => Promise<readonly MenuRow[]>, at: MenuAnchor): Promise<void> =>
  attempt(async () => openMenu(name, await menu(), at));

function spoken({ name, unread = 0, hasMention = false, total = 0, note }: RowProps, words: UnreadWords): string {
  const unreadText = unread > 0 ? words(unread, hasMention) : "";
  const parts = [unreadText, total > 0 ? numberText(total) : "", note ?? ""].filter(Boolean);
  return parts.reduce((said, state) => t("sidebar.named", { name: said, state }), name);
}

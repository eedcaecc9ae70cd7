/** The views at the top of the sidebar: pinned ones directly, the others under "More". Dragging moves them. */

import type { State } from "@parley/client";
import { type DragEvent, useSyncExternalStore } from "react";
import { attempt } from "../actions/attempt.ts";
import { addressKey } from "../address/address.ts";
import { isOpenToVisitors } from "../address/visiting.ts";
import { onlyHereCount } from "../composer/drafts/only-here-count.ts";
import { Icon } from "../parts/Icon.tsx";
import { nameFilter } from "../ranking/match.ts";
import { useSession } from "../state/session.tsx";
import { settingsOf } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { useFolded } from "./folding.ts";
import type { Here } from "./here.ts";
import { sidebarMenus } from "./open-menus.ts";
import { Row } from "./Row.tsx";
import { inboxCount, mentionCount } from "./unread.ts";
import { addressOfView, type SidebarView, sidebarViews } from "./views.ts";

const DRAGGED = "application/x-parley-view";

export const viewName = ({ name }: SidebarView): string => ("key" in name ? t(name.key) : name.text);

export function Views({ here, filter }: { readonly here: Here; readonly filter: string }) {
  const session = useSession();
  const views = useStore(sidebarViews);
  const isOpenHere = ({ fragment }: SidebarView): boolean => {
    if (!session.isVisitor) return true;
    const address = addressOfView(fragment, session.store.state);
    return address !== undefined && isOpenToVisitors(address, session.store.state);
  };
  const [isFolded, fold] = useFolded("more-views", true);
  const matches = nameFilter(filter);
  const shown = views.filter((view) => matches(viewName(view)) && isOpenHere(view));
  const pinned = shown.filter(({ isPinned }) => isPinned);
  const others = shown.filter(({ isPinned }) => !isPinned);
  const showsOthers = filter !== "" || !isFolded;
  const drop = (isPinned: boolean) => ({
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const view = views.find(({ fragment }) => fragment === event.dataTransfer.getData(DRAGGED));
      if (view && view.isPinned !== isPinned)
        void attempt(async () => (await sidebarMenus()).pinView(session, view, isPinned));
    },
  });
  const drag = (event: DragEvent) => {
    const fragment = (event.target as HTMLElement).dataset.fragment;
    if (fragment !== undefined) event.dataTransfer.setData(DRAGGED, fragment);
  };
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each row's menu does the same as dragging.
    <div className="sec" onDragStart={drag}>
      <ul {...drop(true)}>
        {pinned.map((view) => (
          <ViewRow key={view.fragment} view={view} hereKey={here.key} />
        ))}
        {filter === "" && others.length > 0 && (
          <li {...drop(false)}>
            <button
              type="button"
              className="nav"
              tabIndex={-1}
              data-row=""
              data-fold=""
              aria-expanded={!isFolded}
              onClick={() => fold(!isFolded)}
            >
              <Icon name={isFolded ? "more" : "up"} />
              {t(isFolded ? "parts.more" : "sidebar.fewer")}
            </button>
          </li>
        )}
      </ul>
      {showsOthers && others.length > 0 && (
        <ul {...drop(false)}>
          {others.map((view) => (
            <ViewRow key={view.fragment} view={view} hereKey={here.key} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ViewRow({ view, hereKey }: { readonly view: SidebarView; readonly hereKey: string }) {
  const session = useSession();
  const { fragment, icon } = view;
  const onlyHere = useSyncExternalStore(onlyHereCount.subscribe, onlyHereCount.get);
  const count = useStore((state) => countOf(fragment, state)) + (fragment === "drafts" ? onlyHere : 0);
  const isHere = useStore((state) => {
    const address = addressOfView(fragment, state);
    return address !== undefined && addressKey(address) === hereKey;
  });
  const name = viewName(view);
  const isMentions = fragment === "narrow/is/mentioned";
  return (
    <Row
      href={`#${fragment}`}
      name={name}
      mark={<Icon name={icon} />}
      unread={fragment === "inbox" || isMentions ? count : 0}
      isMentions={isMentions}
      total={fragment === "inbox" || isMentions ? 0 : count}
      isHere={isHere}
      menu={async () => (await sidebarMenus()).viewMenu(session, view)}
      fragment={fragment}
    />
  );
}

/** Exact, or none if there is nothing to count. */
function countOf(fragment: string, state: State): number {
  switch (fragment) {
    case "inbox":
      return inboxCount(state);
    case "narrow/is/mentioned":
      return mentionCount(state);
    case "narrow/is/starred":
      return settingsOf(state).starred_message_counts ? state.starred.size : 0;
    case "drafts":
      return state.drafts.size;
    case "scheduled":
      return state.scheduled.messages.length;
    case "reminders":
      return state.scheduled.reminders.length;
    default:
      return 0;
  }
}

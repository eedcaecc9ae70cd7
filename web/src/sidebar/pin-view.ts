/** Pins a view to the sidebar, or moves it to "More". */
import { navigationViews } from "@parley/server/contract";
import { attempt } from "../actions/attempt.ts";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import type { SidebarView } from "./views.ts";

/** Built-in views have no name on the server; all others need one. */
const isNamed = ({ fragment, name }: SidebarView): boolean => "text" in name || fragment === "reminders";

const nameOf = ({ name }: SidebarView): string => ("key" in name ? t(name.key) : name.text);

async function place({ connection, store }: Session, view: SidebarView, is_pinned: boolean): Promise<void> {
  const { fragment } = view;
  if (store.state.navigationViews.has(fragment))
    await connection.call(navigationViews.editNavigationView, { fragment, is_pinned });
  else
    await connection.call(navigationViews.addNavigationView, {
      fragment,
      is_pinned,
      ...(isNamed(view) ? { name: nameOf(view) } : {}),
    });
}

export function pinView(session: Session, view: SidebarView, isPinned: boolean): Promise<void> {
  return attempt(async () => {
    await place(session, view, isPinned);
    showToast({
      text: t(isPinned ? "rowMenus.viewPinned" : "rowMenus.viewUnpinned", { name: nameOf(view) }),
      undo: () => void attempt(() => place(session, view, !isPinned)),
    });
  });
}

/** Removes a saved search. */
export function removeView(session: Session, view: SidebarView): Promise<void> {
  return attempt(async () => {
    await session.connection.call(navigationViews.removeNavigationView, { fragment: view.fragment });
    showToast({
      text: t("rowMenus.viewRemoved", { name: nameOf(view) }),
      undo: () => void attempt(() => place(session, view, view.isPinned)),
    });
  });
}

/** Global navigation keys. */
import { type Address, homeAddress, isSameAddress, narrowAddress } from "../address/address.ts";
import { conversationOf } from "../address/narrow.ts";
import { openAddressDialog } from "../app/address-dialogs.tsx";
import { openDialog } from "../app/dialogs.tsx";
import { layout } from "../app/layout.ts";
import { type NextKind, narrowOfRow, nextUnread } from "../inbox-order/next.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { openPanel } from "../panel/open-panel.ts";
import { later } from "../parts/later.tsx";
import { goHome, router, useGo } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { neighbour } from "./neighbour.ts";

const SearchDialog = later(() => import("../views/search/SearchDialog.tsx").then((loaded) => loaded.SearchDialog));

export function useNavigationKeys(address: Address): void {
  const { store } = useSession();
  const go = useGo();
  const escapeGoesHome = useSetting("web_escape_navigates_to_home_view");
  const from = address.kind === "narrow" ? conversationOf(address.terms) : undefined;

  const toNext = (wanted: NextKind) => () => {
    const next = nextUnread(store.state, { from, wanted });
    // Nothing unread is left: the Inbox says so.
    go(next ? narrowAddress(narrowOfRow(next)) : { kind: "inbox" });
  };
  useCommand("nextUnread", toNext("any"));
  useCommand("nextUnreadFollowed", toNext("followed"));
  useCommand("nextUnreadDirect", toNext("direct"));
  useCommand("allDirect", () => go(narrowAddress([{ operator: "is", operand: "dm" }])));
  useCommand("combinedFeed", () => go({ kind: "feed" }));
  useCommand("recent", () => (address.kind === "recent" ? false : go({ kind: "recent" })));
  useCommand("inbox", () => go({ kind: "inbox" }));
  useCommand("starred", () => go(narrowAddress([{ operator: "is", operand: "starred" }])));
  useCommand("mentions", () => go(narrowAddress([{ operator: "is", operand: "mentioned" }])));
  // Pressed again, it goes back.
  useCommand("drafts", () => (address.kind === "drafts" ? back() : go({ kind: "drafts" })));
  const back = () => (router.canGoBack() ? router.back() : goHome(store.state));
  useCommand("goBack", () => router.back());
  useCommand("goForward", () => router.forward());

  const step = (by: 1 | -1, isUnread: boolean) => () => {
    const next = neighbour(store.state, { from, by, isUnread });
    return next ? go(narrowAddress(next)) : false;
  };
  useCommand("previousConversation", step(-1, false));
  useCommand("nextConversation", step(1, false));
  useCommand("previousUnreadConversation", step(-1, true));
  useCommand("nextUnreadConversation", step(1, true));

  useCommand("togglePanel", () => layout.change({ isPanelOpen: !layout.get().isPanelOpen }));
  useCommand("toggleSidebar", () => layout.change({ isSidebarOpen: !layout.get().isSidebarOpen }));
  useCommand("filterPeople", () => {
    openPanel("people");
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".panel [type=search]")?.focus());
  });
  useCommand("allKeys", () => openAddressDialog("keyboard-shortcuts"));
  // Message views have their own search field.
  useCommand("search", () => openDialog((close) => <SearchDialog onClose={close} />));
  useCommand("escape", () => {
    if (layout.isOver()) return layout.change({ isPanelOpen: false });
    // Leave a text field first.
    if (leaveField()) return undefined;
    if (!escapeGoesHome || isSameAddress(address, homeAddress(store.state))) return false;
    return goHome(store.state);
  });
}

/** Whether a text field had the focus. */
function leaveField(): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches("input, textarea, [contenteditable]"))
    return false;
  activeElement.blur();
  return true;
}

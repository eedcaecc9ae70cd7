/** The menus of the G key: organization, personal and help. */
import { settings } from "@parley/server/contract";
import { attempt } from "../actions/attempt.ts";
import { type DialogName, hasPage } from "../address/address.ts";
import { openAddressDialog } from "../app/address-dialogs.tsx";
import { signInAddress } from "../app/session.ts";
import { signOut } from "../app/sign-out.ts";
import { openPersonCard } from "../card/PersonCard.tsx";
import { waysToInvite } from "../invite/ways.ts";
import { perform } from "../keyboard/useCommand.ts";
import { permissionNow } from "../living/permission.ts";
import { turnOnNotifications } from "../living/turn-on.ts";
import type { Choice, MenuRow } from "../parts/Menu.tsx";
import { openMenu } from "../parts/open-menu.tsx";
import { router } from "../state/place.ts";
import type { Session } from "../state/session.tsx";
import { settingsOf } from "../state/settings.ts";
import { t } from "../text/text.ts";

const anchorOf = (part: "organization" | "me"): Element =>
  document.querySelector(`[data-menu="${part}"]`) ?? document.body;

const leads = (id: string, label: string, fragment: string, icon: Choice["icon"]): Choice => ({
  id,
  label,
  ...(icon ? { icon } : {}),
  onAction: () => router.navigate(fragment),
});

const dialog = (id: DialogName, label: string, icon: Choice["icon"]): Choice => ({
  id,
  label,
  ...(icon ? { icon } : {}),
  onAction: () => openAddressDialog(id),
});

const helpCenter = (): Choice => ({
  id: "help",
  label: t("menus.help"),
  icon: "link",
  onAction: () => void open("/help/", "_blank", "noopener"),
});

const leave = (session: Session): Choice => ({
  id: "sign-out",
  label: t("menus.signOut"),
  icon: "logout",
  onAction: () => void attempt(() => signOut(session)),
});

const THEMES = [
  { scheme: 1, label: "menus.themeSystem" },
  { scheme: 3, label: "menus.themeLight" },
  { scheme: 2, label: "menus.themeDark" },
] as const;

function themes({ connection, store }: Session): Choice[] {
  const chosen = settingsOf(store.state).color_scheme;
  return THEMES.map(({ scheme, label }) => ({
    id: `theme-${scheme}`,
    label: t(label),
    isChosen: chosen === scheme,
    onAction: () => void attempt(() => connection.call(settings.updateSettings, { color_scheme: scheme })),
  }));
}

export function openOrganizationMenu(session: Session): void {
  const { state } = session.store;
  if (session.isVisitor) {
    openVisitorsMenu(session);
    return;
  }
  const ways = waysToInvite(state);
  const rows: MenuRow[] = [
    ...(ways.byEmail || ways.byLink ? [dialog("invite", t("menus.invite"), "user")] : []),
    leads("channels", t("menus.channels"), "channels/subscribed", "hash"),
    ...(hasPage({ kind: "groups" }) ? [leads("groups", t("menus.groups"), "groups/your", "people")] : []),
    ...(hasPage({ kind: "organization", section: "organization-profile" })
      ? [leads("organization", t("menus.organization"), "organization/organization-profile", "building")]
      : []),
    {
      id: "filter",
      label: t("menus.filter"),
      icon: "filter",
      command: "filterSidebar",
      // The menu must return the focus first.
      onAction: () => void setTimeout(() => perform("filterSidebar"), 50),
    },
    "separator",
    ...themes(session),
    "separator",
    helpCenter(),
    { ...dialog("keyboard-shortcuts", t("menus.keys"), "key"), command: "allKeys" },
    dialog("about-parley", t("menus.aboutParley"), "alert"),
    leave(session),
  ];
  openMenu(t("menus.organizationMenu"), rows, anchorOf("organization"), {
    right: () => openPersonalMenu(session),
    left: () => openHelpMenu(session),
  });
}

/** Visitors have no settings and no channels of their own. */
function openVisitorsMenu(session: Session): void {
  const rows: MenuRow[] = [
    { id: "sign-in", label: t("shell.signIn"), icon: "user", onAction: () => location.assign(signInAddress()) },
    "separator",
    helpCenter(),
    { ...dialog("keyboard-shortcuts", t("menus.keys"), "key"), command: "allKeys" },
    dialog("about-parley", t("menus.aboutParley"), "alert"),
  ];
  openMenu(t("menus.organizationMenu"), rows, anchorOf("organization"), { left: () => openHelpMenu(session) });
}

export function openPersonalMenu(session: Session): void {
  const { ownId } = session.store.state.users;
  const rows: MenuRow[] = [
    {
      id: "status",
      label: t("sidebar.setStatus"),
      icon: "smile",
      command: "setStatus",
      onAction: () => perform("setStatus"),
    },
    { id: "card", label: t("menus.yourCard"), icon: "user", onAction: () => openPersonCard(ownId, anchorOf("me")) },
    leads("notes", t("views.notesToSelf"), `narrow/dm/${ownId}`, "draft"),
    ...(permissionNow() === "default"
      ? [
          {
            id: "notify",
            label: t("living.turnOnNotifications"),
            icon: "bell",
            onAction: () => void turnOnNotifications(session.connection),
          } as const,
        ]
      : []),
    leads("settings", t("sidebar.settings"), "settings", "gear"),
    "separator",
    ...themes(session),
    "separator",
    leave(session),
  ];
  openMenu(t("menus.personalMenu"), rows, anchorOf("me"), { left: () => openOrganizationMenu(session) });
}

export function openHelpMenu(session: Session): void {
  const rows: MenuRow[] = [
    helpCenter(),
    { ...dialog("keyboard-shortcuts", t("menus.keys"), "key"), command: "allKeys" },
    dialog("message-formatting", t("menus.formatting"), "text"),
    dialog("search-operators", t("menus.operators"), "search"),
    dialog("about-parley", t("menus.aboutParley"), "alert"),
  ];
  openMenu(t("menus.helpMenu"), rows, anchorOf("organization"), { right: () => openOrganizationMenu(session) });
}

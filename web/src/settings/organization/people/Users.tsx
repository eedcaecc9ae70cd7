/** The page of the organization's people, with its lists: active, deactivated, invitations. */
import { holderOf } from "@parley/client";
import { isGuest } from "@parley/server/kernel/access/roles.ts";
import { useAddress, useGo } from "../../../state/place.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Page, PageTabs } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { Directory } from "./Directory.tsx";
import { Invitations } from "./Invitations.tsx";

const LISTS = ["active", "deactivated", "invitations"] as const;

export function Users({ page }: { readonly page: SettingsPage }) {
  const address = useAddress();
  const go = useGo();
  // Guests invite nobody.
  const hasInvitations = useStore((state) => !isGuest(holderOf(state)));
  const offered = LISTS.filter((each) => each !== "invitations" || hasInvitations);
  const list = offered.find((each) => address?.kind === "organization" && each === address.tab) ?? "active";
  return (
    <Page page={page}>
      <PageTabs
        label={t("people.lists")}
        value={list}
        options={offered.map((value) => ({ value, label: t(`people.${value}`) }))}
        onChange={(tab) => go({ kind: "organization", section: "users", tab })}
      />
      {list === "invitations" ? <Invitations /> : <Directory key={list} isActive={list === "active"} />}
    </Page>
  );
}

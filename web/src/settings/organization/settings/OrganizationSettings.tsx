/** The page of the organization's settings: its groups, and the list of domains beside the restriction to them. */

import { Group, Page } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { Domains } from "../domains/Domains.tsx";
import { joining } from "./page.ts";

export function OrganizationSettings({ page }: { readonly page: SettingsPage }) {
  return (
    <Page page={page}>
      {page.groups.map((group) => (
        <GroupAndMore key={group.title} group={group} />
      ))}
    </Page>
  );
}

const GroupAndMore = ({ group }: { readonly group: SettingsPage["groups"][number] }) => (
  <>
    <Group group={group} />
    {group.title === joining.title && <Domains />}
  </>
);

/** The page of the organization's permissions. */
import { Page } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { PermissionGroup } from "../../who/PermissionGroup.tsx";
import { permissionGroups } from "./page.ts";

export function OrganizationPermissions({ page }: { readonly page: SettingsPage }) {
  return (
    <Page page={page}>
      {permissionGroups.map((group) => (
        <PermissionGroup key={group.title} group={group} />
      ))}
    </Page>
  );
}

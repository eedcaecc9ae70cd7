/** The page of groups: a list, a new group, or one group with its tabs. */
import { useAddress } from "../../state/place.ts";
import type { SettingsPage } from "../page.ts";
import { GroupList } from "./GroupList.tsx";
import { GroupPage } from "./GroupPage.tsx";
import { NewGroup } from "./NewGroup.tsx";
import "./groups.css";

export function Groups({ page }: { readonly page: SettingsPage }) {
  const address = useAddress();
  if (address?.kind === "group") return <GroupPage key={address.groupId} groupId={address.groupId} tab={address.tab} />;
  const list = address?.kind === "groups" ? address.list : "all";
  return list === "new" ? <NewGroup /> : <GroupList page={page} list={list} />;
}

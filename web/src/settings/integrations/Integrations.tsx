/** Integrations: the list, or the page of one. */
import { useAddress } from "../../state/place.ts";
import type { SettingsPage } from "../page.ts";
import { FeedPage } from "./feeds/FeedPage.tsx";
import { isFetchedName } from "./fetched.ts";
import { IntegrationList } from "./IntegrationList.tsx";
import { IntegrationPage } from "./IntegrationPage.tsx";
import "./texts.ts";
import "./integrations.css";

export function Integrations({ page }: { readonly page: SettingsPage }) {
  const address = useAddress();
  const name = address?.kind === "settings" ? address.tab : undefined;
  if (name === undefined) return <IntegrationList page={page} />;
  return isFetchedName(name) ? <FeedPage key={name} name={name} /> : <IntegrationPage key={name} name={name} />;
}

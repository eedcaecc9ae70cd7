import { admitsVisitors } from "../access/visitors.ts";
import type { Realm } from "../context.ts";
import { openRoute, route } from "../http/route.ts";
import { renderPlain } from "../markdown/render.ts";
import { allowsPasswords } from "../sign-in/password.ts";
import { versionFields } from "../version.ts";
import { updateRealm } from "./actions.ts";
import * as contract from "./contract.ts";
import { deactivateRealm } from "./deactivate/actions.ts";
import { realmPictureUrl } from "./pictures/present.ts";

/** Every method that clients know of; those that are not there are off. */
const UNAVAILABLE = [
  "dev",
  "ldap",
  "remoteuser",
  "github",
  "azuread",
  "gitlab",
  "google",
  "apple",
  "saml",
  "openid connect",
];

/** `password` is any method that asks for one; `email` is the one with addresses. */
function authenticationMethods(realm: Realm): Record<string, boolean> {
  const isOn = allowsPasswords(realm);
  return { password: isOn, email: isOn, ...Object.fromEntries(UNAVAILABLE.map((name) => [name, false])) };
}

export const realmRoutes = [
  openRoute(contract.getServerSettings, async ({ app, db, realm, client }) => ({
    ...versionFields,
    push_notifications_enabled: app.config.pushGateway !== undefined,
    is_incompatible: client === "ZulipInvalid",
    authentication_methods: authenticationMethods(realm),
    external_authentication_methods: [],
    email_auth_enabled: allowsPasswords(realm),
    require_email_format_usernames: true,
    realm_url: realm.url,
    realm_uri: realm.url,
    realm_name: realm.settings.name,
    realm_icon: realmPictureUrl(realm, "icon"),
    realm_description: renderPlain(realm.settings.description),
    realm_web_public_access_enabled: await admitsVisitors(app, db, realm),
  })),

  route(contract.updateRealm, (ctx, request) => updateRealm(ctx, request)),

  route(contract.deactivateRealm, async (ctx, { deletion_delay_days }) => {
    await deactivateRealm(ctx, { deletionDelayDays: deletion_delay_days ?? null });
    return {};
  }),
];

import { admitsVisitors } from "../access/visitors.ts";
import { openRoute, route } from "../http/route.ts";
import { renderPlain } from "../markdown/render.ts";
import { versionFields } from "../version.ts";
import { updateRealm } from "./actions.ts";
import * as contract from "./contract.ts";
import { realmPictureUrl } from "./pictures/present.ts";

/** Every method that clients know of; those that are not there are off. */
const AUTHENTICATION_METHODS = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  "openid connect": false,
};

export const realmRoutes = [
  openRoute(contract.getServerSettings, async ({ app, db, realm, client }) => ({
    ...versionFields,
    push_notifications_enabled: false,
    is_incompatible: client === "ZulipInvalid",
    authentication_methods: AUTHENTICATION_METHODS,
    external_authentication_methods: [],
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: realm.url,
    realm_uri: realm.url,
    realm_name: realm.settings.name,
    realm_icon: realmPictureUrl(realm, "icon"),
    realm_description: renderPlain(realm.settings.description),
    realm_web_public_access_enabled: await admitsVisitors(app, db, realm),
  })),

  route(contract.updateRealm, (ctx, request) => updateRealm(ctx, request)),
];

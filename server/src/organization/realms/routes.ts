import { providersFor } from "../../kernel/access/providers.ts";
import { admitsVisitors } from "../../kernel/access/visitors.ts";
import type { OpenContext, Realm } from "../../kernel/context.ts";
import { openRoute, route } from "../../kernel/http/route.ts";
import { PRODUCT_VERSION, versionFields } from "../../kernel/version.ts";
import { UnableToRender } from "../../text/errors.ts";
import { asWritten, renderPlainly } from "../../text/rendered.ts";
import { allowsPasswords, providerSignInPath, providerSignUpPath } from "../settings/authentication-methods.ts";
import { updateRealm } from "./actions.ts";
import * as contract from "./contract.ts";
import { deactivateRealm } from "./deactivate/actions.ts";
import { realmPictureUrl } from "./pictures/present.ts";

/** The methods that clients know but this server does not have. */
const UNAVAILABLE = ["dev", "ldap", "remoteuser", "github", "azuread", "gitlab", "google", "apple", "saml"];

/** `password` is any method with a password; `email` is the one with email addresses. */
function authenticationMethods(ctx: OpenContext): Record<string, boolean> {
  const isOn = allowsPasswords(ctx.realm);
  const missing = Object.fromEntries(UNAVAILABLE.map((name) => [name, false]));
  return { password: isOn, email: isOn, ...missing, "openid connect": providersFor(ctx).length > 0 };
}

/** Anyone can request it without an account, so it is rendered once per version of the organization. */
const renderedDescriptions = new WeakMap<Realm, Promise<string>>();

function renderedDescription(ctx: OpenContext): Promise<string> {
  const { realm } = ctx;
  const known = renderedDescriptions.get(realm) ?? described(ctx);
  renderedDescriptions.set(realm, known);
  return known;
}

/** A description that cannot be rendered must not keep anyone from signing in. */
async function described(ctx: OpenContext): Promise<string> {
  const { description } = ctx.realm.settings;
  try {
    return await renderPlainly(ctx, description);
  } catch (error) {
    if (error instanceof UnableToRender) return asWritten(description).html;
    renderedDescriptions.delete(ctx.realm);
    throw error;
  }
}

export const realmRoutes = [
  openRoute(contract.getServerSettings, async (ctx) => {
    const { app, db, realm, client } = ctx;
    return {
      ...versionFields,
      parley_version: PRODUCT_VERSION,
      push_notifications_enabled: app.config.pushGateway !== undefined,
      is_incompatible: client === "ZulipInvalid",
      authentication_methods: authenticationMethods(ctx),
      external_authentication_methods: providersFor(ctx).map(({ id, name, icon }) => ({
        name: `oidc:${id}`,
        display_name: name,
        display_icon: icon,
        login_url: providerSignInPath(id),
        signup_url: providerSignUpPath(id),
      })),
      email_auth_enabled: allowsPasswords(realm),
      require_email_format_usernames: true,
      realm_url: realm.url,
      realm_uri: realm.url,
      realm_name: realm.settings.name,
      realm_icon: realmPictureUrl(realm, "icon"),
      realm_description: await renderedDescription(ctx),
      realm_web_public_access_enabled: await admitsVisitors(app, db, realm),
    };
  }),

  route(contract.updateRealm, (ctx, request) => updateRealm(ctx, request)),

  route(contract.deactivateRealm, async (ctx, { deletion_delay_days }) => {
    await deactivateRealm(ctx, { deletionDelayDays: deletion_delay_days ?? null });
    return {};
  }),
];

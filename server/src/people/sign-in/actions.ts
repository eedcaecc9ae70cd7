/** Signing in: a session for the browser, and a mail to whoever's account it is. */
import { demand } from "../../kernel/api/index.ts";
import type { Writing } from "../../kernel/context.ts";
import type { Cookie } from "../../kernel/http/cookies.ts";
import type { Shared } from "../../kernel/http/session.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import type { Visit } from "../../kernel/pages/page.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import { beginSession } from "../sessions/actions.ts";
import { AuthenticationFailed } from "../users/contract.ts";
import type { UserRow } from "../users/present.ts";
import { userByDeliveryEmail } from "../users/store.ts";
import { signedInEmail } from "./emails.ts";

type ProvenAccount = UserRow & { readonly password_hash: string | null };

/** Whoever has just made the account knows that it was they. */
const NEWCOMER_SECONDS = 60;

/** Of whoever has just proved who they are; refused if the account has changed since, because that ends its sessions. */
export async function signIn(ctx: Writing<Visit>, user: ProvenAccount, shared: Shared): Promise<Cookie[]> {
  const now = await userByDeliveryEmail(ctx.db, ctx.realm.id, user.delivery_email);
  demand(now?.is_active === true && now.password_hash === user.password_hash, new AuthenticationFailed());
  const { realm, now: at, ip, userAgent } = ctx;
  const { enable_login_emails = userSettings.enable_login_emails.default, default_language, timezone } = user.settings;
  if (enable_login_emails && at - user.date_joined > NEWCOMER_SECONDS) {
    const language = (default_language as string | undefined) ?? realm.settings.default_language;
    const moment = { at, timezone: (timezone as string | undefined) ?? "" };
    sendMail(ctx, user, signedInEmail(realm, { language, email: user.delivery_email, ip, userAgent, ...moment }));
  }
  return beginSession(ctx, user.id, shared);
}

/** Signs in a browser, and emails the account's owner about it. */
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

/** No email for accounts that were just created. */
const NEWCOMER_SECONDS = 60;

/** Rejected if the account was deactivated or its password changed after the check, because that ends its sessions. */
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

/** Joining with an invitation link where the server sends no email: nothing proves the address (decision 080). */
import type { OpenContext } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";

/** The organization decides, and one that restricts domains has decided that addresses must be proven. */
export const admitsUnverified = ({ app, realm }: Pick<OpenContext, "app" | "realm">): boolean =>
  !sendsMail(app) && realm.settings.allow_unverified_sign_up && !realm.settings.emails_restricted_to_domains;

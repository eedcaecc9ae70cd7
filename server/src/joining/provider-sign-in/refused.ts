/** The page after a refused sign-in, and what the logs learn of it. */
import { html } from "../../kernel/pages/html.ts";
import { type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { type ProviderRefusal, ProviderRefused } from "../../people/identity-providers/errors.ts";
import { providerWords } from "../../people/identity-providers/words/index.ts";
import { logRefusal, noteRefusal } from "../../people/sign-in/record.ts";
import { signUpWords } from "../sign-up/words/index.ts";

/** Reasons that the audit log knows: those about an account. */
const AUDITED = ["deactivated", "unconfirmed_address", "other_identity", "unlinked"] as const;

const isAudited = (reason: ProviderRefusal): reason is (typeof AUDITED)[number] =>
  (AUDITED as readonly string[]).includes(reason);

/** Nobody has tried to get in: these count and are logged as no attempt, or one fault would block a whole office. */
export const NO_ATTEMPT: readonly ProviderRefusal[] = ["provider_failed", "denied_by_provider", "not_begun_here"];

/** Throws what is about neither the person nor the provider. */
export async function refuse(visit: Visit, error: unknown): Promise<PageAnswer> {
  if (!(error instanceof ProviderRefused)) throw error;
  const { reason, user, email } = error;
  if (NO_ATTEMPT.includes(reason)) visit.app.limits.of("sign_in_failures_by_ip")?.forgive(visit.ip);
  else logRefusal(visit, { reason, account: email ?? "" });
  if (user !== undefined && isAudited(reason)) await noteRefusal(visit, { user, reason });
  return drawRefused(visit, error);
}

function drawRefused(visit: Visit, { reason, fault }: ProviderRefused): PageAnswer {
  const words = wordsFor(visit, providerWords);
  const faults: Readonly<Record<string, string>> = wordsFor(visit, signUpWords).faults;
  const sentence = (fault && faults[fault]) ?? words.reasons[reason];
  const body = html`<h1>${words.refused}</h1><p class="lead" role="alert">${sentence}</p>
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  return { title: words.refused, body, status: reason === "provider_failed" ? 502 : 403 };
}

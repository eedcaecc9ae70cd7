/** Signing in with a passkey: a form that a script fills in, and its page. */
import { ApiError } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { hidden } from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { form, localPath, type Page, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { type AppFlow, appFields, appFlowIn } from "../destinations/app-flow.ts";
import { askForPasskey, checkUse, useChecked } from "../second-factors/passkeys.ts";
import type { Passkey } from "../second-factors/store.ts";
import { secondFactorWords } from "../second-factors/words/index.ts";
import { UserDeactivated } from "../users/contract.ts";
import { accountToSignIn } from "../users/store.ts";
import { enter, type SignInAccount } from "./actions.ts";
import { admitAttempt, logRefusal } from "./record.ts";

export const PASSKEY = "/login/passkey/";

interface Leading {
  readonly next: string;
  readonly flow: AppFlow | undefined;
}

/** Shown by the script where the browser has passkeys for this address: on https, or on localhost. */
export function passkeySignIn(visit: Visit, { next, flow }: Leading): Html {
  const fields = html`${hidden("next", next)}${appFields(flow)}${hidden("shared_computer", "")}`;
  return passkeyForm(visit, { action: PASSKEY, label: wordsFor(visit, secondFactorWords).passkeySignIn, fields });
}

interface PasskeyForm {
  readonly action: string;
  readonly label: string;
  readonly fields?: Html;
  /** The account's own; without these, any that the browser has for us. */
  readonly known?: readonly Passkey[];
}

export function passkeyForm(visit: Visit, { action, label, fields = html``, known }: PasskeyForm): Html {
  const { options, request } = askForPasskey(visit, known);
  const { notUsed } = wordsFor(visit, secondFactorWords);
  const inside = html`${fields}${hidden("request", request)}${hidden("credential", "")}
<button type="submit">${label}</button>
<p role="alert" data-not-used hidden>${notUsed}</p>`;
  return html`<div data-passkey="${JSON.stringify(options)}"${!known && html` data-autofill`} hidden>
${form(visit, inside, action)}
</div>`;
}

/** A passkey that has verified its user is something they have, and something they know or are: nothing else is asked. */
export const passkeyPage = (
  refused: (visit: Visit, leading: Leading, problem: ApiError) => ReturnType<NonNullable<Page["show"]>>,
): Page => ({
  path: PASSKEY,
  audit: ["signed_in", "api_key_fetched"],
  async show() {
    return { goTo: SIGN_IN_PATH };
  },
  async submit(visit, { next: wanted, shared_computer, request, credential, ...sent }) {
    const next = localPath(wanted);
    const flow = appFlowIn(sent);
    admitAttempt(visit, "", () => visit.app.limits.admit(visit.ip, "sign_in_failures_by_ip"));
    try {
      const used = await checkUse(visit, { request, credential }, { requireUserVerification: true });
      await change(visit, (writing) => useChecked(writing, used));
      const account = await accountToSignIn(visit.db, visit.realm.id, used.passkey.user_id);
      // They have proven whose account it is, so they may know.
      if (!account?.is_active) throw new UserDeactivated();
      const proof = { account: account as SignInAccount, by: "passkey" } as const;
      const isShared = shared_computer === "on";
      const entered = await enter(visit, proof, { next, isShared, ...(flow ? { flow } : {}) });
      visit.app.limits.of("sign_in_failures_by_ip")?.forgive(visit.ip);
      return entered;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      logRefusal(visit, { reason: "wrong_passkey", account: "" });
      return refused(visit, { next, flow }, error);
    }
  },
});

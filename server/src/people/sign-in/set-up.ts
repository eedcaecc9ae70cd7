/** The step after the password, for people who must have a second factor and have none: sets up an authenticator app. */
import { ApiError } from "../../kernel/api/index.ts";
import { button, hidden, input } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { addAuthenticator } from "../second-factors/actions.ts";
import { WrongCode } from "../second-factors/contract.ts";
import { type AuthenticatorSetup, secretOf, startSetup } from "../second-factors/setup.ts";
import { secondFactorWords } from "../second-factors/words/index.ts";
import { type Arrival, pendingAt, STEPS, takeLastStep } from "./actions.ts";

export const setUpPage: Page = {
  path: STEPS.setUp,
  audit: ["second_factor_added", "api_key_replaced", "api_key_fetched", "signed_in"],
  async show(visit) {
    const pending = await pendingAt(visit, "setUp");
    return pending ? draw(visit, startSetup(visit, pending.proof.account)) : { goTo: SIGN_IN_PATH };
  },
  async submit(visit, { setup, code = "" }) {
    const pending = await pendingAt(visit, "setUp");
    if (!pending) return { goTo: SIGN_IN_PATH };
    const { account } = pending.proof;
    const secret = secretOf(visit, account, setup);
    if (secret === undefined)
      return draw(visit, startSetup(visit, account), wordsFor(visit, secondFactorWords).tooLate);
    try {
      const { value: codes, arrival } = await takeLastStep(visit, "setUp", pending, (writing) =>
        addAuthenticator(writing, account, { secret, code }),
      );
      return drawCodes(visit, codes, arrival);
    } catch (error) {
      if (error instanceof WrongCode)
        return draw(visit, startSetup(visit, account, secret), wordsFor(visit, secondFactorWords).wrongCode);
      if (error instanceof ApiError) return { goTo: SIGN_IN_PATH };
      throw error;
    }
  },
};

function draw(
  visit: Visit,
  { secret, qr_code: { size, path }, setup }: AuthenticatorSetup,
  error?: string,
): PageAnswer {
  const words = wordsFor(visit, secondFactorWords);
  const fields = html`${hidden("setup", setup)}
${input({
  name: "code",
  label: words.firstCode,
  autocomplete: "one-time-code",
  error,
  isFirst: true,
  maxLength: 20,
})}
${button(words.turnOn)}`;
  const body = html`<h1>${words.setUp}</h1><p class="lead">${words.required(visit.realm.settings.name)}</p>
<p>${words.scan}</p>
<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${words.qrCode}"><path d="${path}"/></svg>
<p class="hint">${words.typeInstead} <code class="secret-text">${secret.match(/.{1,4}/g)?.join(" ") ?? secret}</code></p>
${form(visit, fields)}
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  return { title: words.setUp, body, status: error === undefined ? 200 : 400 };
}

function drawCodes(visit: Visit, codes: readonly string[], arrival: Arrival): PageAnswer {
  const words = wordsFor(visit, secondFactorWords);
  const body = html`<h1>${words.recoveryCodes}</h1><p class="lead">${words.keepCodes}</p>
<ul class="recovery-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
${"body" in arrival ? arrival.body : html`<p class="more"><a href="${"goTo" in arrival ? arrival.goTo : arrival.leaveTo}">${words.goOn}</a></p>`}`;
  return { title: words.recoveryCodes, body, cookies: arrival.cookies ?? [] };
}

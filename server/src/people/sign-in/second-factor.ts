/** The step after the password, for accounts with a second factor: asks for a code. */
import { ApiError, RateLimitHit } from "../../kernel/api/index.ts";
import { button, input, waiting } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { countAttempt, useCode } from "../second-factors/codes.ts";
import { WrongCode } from "../second-factors/contract.ts";
import { secondFactorWords } from "../second-factors/words/index.ts";
import { nextStep, STEPS, takeLastStep } from "./actions.ts";
import { pendingSignInOf } from "./pending.ts";

const START = "/login/";
/** A recovery code with spaces around it. */
const LONGEST_CODE = 40;

export const secondFactorPage: Page = {
  path: STEPS.secondFactor,
  audit: ["signed_in", "sign_in_refused", "recovery_code_used"],
  async show(visit) {
    const pending = await pendingSignInOf(visit);
    if (!pending || nextStep(visit.realm, pending.proof) !== "secondFactor") return { goTo: START };
    return draw(visit);
  },
  async submit(visit, { code = "" }) {
    const pending = await pendingSignInOf(visit);
    if (!pending) return { goTo: START };
    const { account } = pending.proof;
    let attempt: ReturnType<typeof countAttempt> | undefined;
    try {
      attempt = countAttempt(visit, account.id);
      const { cookies } = await takeLastStep(visit, "secondFactor", pending, (writing) =>
        useCode(writing, account, code.slice(0, LONGEST_CODE)),
      );
      attempt.succeeded();
      return { goTo: pending.destination.next, cookies };
    } catch (error) {
      if (error instanceof WrongCode) {
        await attempt?.failed();
        return draw(visit, { isWrong: true });
      }
      if (error instanceof RateLimitHit) return draw(visit, { locked: error });
      // Finished in another tab, or everything has changed since the first step.
      if (error instanceof ApiError) return { goTo: START };
      throw error;
    }
  },
};

function draw(visit: Visit, { isWrong = false, locked }: { isWrong?: boolean; locked?: ApiError } = {}): PageAnswer {
  const words = wordsFor(visit, secondFactorWords);
  const fields = html`${input({
    name: "code",
    label: words.code,
    autocomplete: "one-time-code",
    error: isWrong ? words.wrongCode : undefined,
    hint: words.codeHint,
    isFirst: true,
    maxLength: LONGEST_CODE,
  })}
${button(words.signIn)}`;
  const body = html`<h1>${words.secondFactor}</h1>
${locked && waiting(locked, visit.language)}
${form(visit, fields)}
<p class="more"><a href="${START}">${words.back}</a></p>`;
  const status = isWrong ? 403 : (locked?.status ?? 200);
  return { title: words.secondFactor, body, status, headers: locked?.headers ?? {} };
}

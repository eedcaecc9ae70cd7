/** The step after the password, for accounts with a second factor: asks for a code. */
import { ApiError, demand, RateLimitHit, type UserId } from "../../kernel/api/index.ts";
import { speakerOf } from "../../kernel/http/speaker.ts";
import { alert, button, input, waiting } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { appHeaders } from "../destinations/app-flow.ts";
import { countingAttempt, useCode } from "../second-factors/codes.ts";
import { WrongCode } from "../second-factors/contract.ts";
import { PasskeyRefused } from "../second-factors/passkey-refusals.ts";
import { type CheckedUse, checkUse, useChecked } from "../second-factors/passkeys.ts";
import { passkeysOf } from "../second-factors/store.ts";
import { secondFactorWords } from "../second-factors/words/index.ts";
import { pendingAt, STEPS, takeLastStep } from "./actions.ts";
import { passkeyForm } from "./passkey.ts";
import type { PendingSignIn } from "./pending.ts";

/** A recovery code with spaces around it. */
const LONGEST_CODE = 40;

export const secondFactorPage: Page = {
  path: STEPS.secondFactor,
  audit: ["signed_in", "api_key_fetched", "sign_in_refused", "recovery_code_used", "identity_linked"],
  async show(visit) {
    const pending = await pendingAt(visit, "secondFactor");
    return pending ? draw(visit, pending) : { goTo: SIGN_IN_PATH };
  },
  async submit(visit, { code = "", request, credential }) {
    const pending = await pendingAt(visit, "secondFactor");
    if (!pending) return { goTo: SIGN_IN_PATH };
    const { account } = pending.proof;
    const take = async () => {
      const used = credential ? await ownPasskey(visit, account.id, { request, credential }) : undefined;
      return takeLastStep(visit, "secondFactor", pending, (writing) =>
        used ? useChecked(writing, used) : useCode(writing, account, code.slice(0, LONGEST_CODE)),
      );
    };
    try {
      return (await countingAttempt(visit, account, take)).arrival;
    } catch (error) {
      if (error instanceof WrongCode) return draw(visit, pending, { isWrong: true });
      if (error instanceof PasskeyRefused) return draw(visit, pending, { refused: error });
      if (error instanceof RateLimitHit) return draw(visit, pending, { locked: error });
      // Finished in another tab, or everything has changed since the first step.
      if (error instanceof ApiError) return { goTo: SIGN_IN_PATH };
      throw error;
    }
  },
};

/** Another account's passkey does not count. Neither the user's face nor their PIN is asked for: they gave a password. */
async function ownPasskey(
  visit: Visit,
  userId: UserId,
  sent: { request: string | undefined; credential: string },
): Promise<CheckedUse> {
  const used = await checkUse(visit, sent, { requireUserVerification: false });
  demand(used.passkey.user_id === userId, new PasskeyRefused({ reason: "other_account" }));
  return used;
}

interface Problem {
  readonly isWrong?: boolean;
  readonly refused?: ApiError;
  readonly locked?: ApiError;
}

async function draw(
  visit: Visit,
  { proof, destination }: PendingSignIn,
  { isWrong = false, refused, locked }: Problem = {},
): Promise<PageAnswer> {
  const known = await passkeysOf(visit.db, proof.account.id);
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
${locked && waiting(locked, visit.language)}${refused && alert(speakerOf(visit.app, visit.language).say(refused.sentence))}
${form(visit, fields)}
${known.length > 0 && passkeyForm(visit, { action: STEPS.secondFactor, label: words.usePasskey, known })}
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  const status = isWrong || refused ? 403 : (locked?.status ?? 200);
  return { title: words.secondFactor, body, status, headers: { ...appHeaders(destination.flow), ...locked?.headers } };
}

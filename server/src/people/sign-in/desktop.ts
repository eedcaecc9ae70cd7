/** The desktop app's side of a sign-in in the browser: a page inside the app that waits for a token, and takes it. */
import { ApiError, demand } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { alert, button, input } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import { beginSession } from "../sessions/actions.ts";
import { AuthenticationFailed } from "../users/contract.ts";
import { accountToSignIn } from "../users/store.ts";
import { credentialOf } from "./account.ts";
import { handedOver } from "./apps.ts";
import { logRefusal } from "./record.ts";
import { signInWords } from "./words/index.ts";

const DESKTOP = "/login/desktop/";

/** The released app says so itself. */
export const isDesktopApp = ({ userAgent }: Visit): boolean => userAgent.startsWith("ZulipElectron/");

/**
 * Shown inside the app instead of the provider's page, which belongs into the browser that people trust with their password.
 * A script makes the one-time pad, opens this same URL with it in the browser, and waits for the token.
 */
export function drawDesktopStart(visit: Visit): PageAnswer {
  const words = wordsFor(visit, signInWords).desktop;
  const fields = html`<input type="hidden" name="token" value="">
${input({
  name: "code",
  label: words.code,
  hint: words.pasteHint,
  maxLength: 4000,
})}
${button(words.signIn)}`;
  const body = html`<h1>${words.inBrowser}</h1><p class="lead">${words.inBrowserBody}</p>
<div data-desktop-sign-in>
<p><a class="button primary" target="_blank" rel="noopener" href="">${words.openBrowser}</a></p>
${form(visit, fields, DESKTOP)}
</div>
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  return { title: words.inBrowser, body };
}

function drawBadToken(visit: Visit): PageAnswer {
  const words = wordsFor(visit, signInWords).desktop;
  const body = html`<h1>${words.inBrowser}</h1>${alert(words.badCode)}
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  return { title: words.inBrowser, body, status: 403 };
}

/** Begins the app's session with a token that the browser was given. The form's own token keeps others from using theirs. */
export const desktopPage: Page = {
  path: DESKTOP,
  audit: ["signed_in"],
  async show() {
    return { goTo: SIGN_IN_PATH };
  },
  async submit(visit, { token }) {
    const { app, ip } = visit;
    app.limits.admit(ip, "sign_in_failures_by_ip");
    try {
      const arrival = await takeToken(visit, token);
      app.limits.of("sign_in_failures_by_ip")?.forgive(ip);
      return arrival;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      logRefusal(visit, { reason: "bad_token", account: "" });
      return drawBadToken(visit);
    }
  },
};

async function takeToken(visit: Visit, token: string | undefined): Promise<PageAnswer> {
  const sealed = handedOver.open(visit, token);
  demand(sealed !== undefined, new AuthenticationFailed());
  const { user_id, credential, next } = sealed.value;
  const cookies = await change(visit, async (writing) => {
    const account = await accountToSignIn(writing.db, writing.realm.id, user_id);
    // A deactivation, a new password or a second factor in between ends what was proven.
    demand(account?.is_active === true && credentialOf(writing, account) === credential, new AuthenticationFailed());
    demand(await spend(writing.db, user_id, sealed), new AuthenticationFailed());
    return beginSession(writing, user_id);
  });
  return { goTo: next, cookies };
}

/** The page that confirms a new address. Opening it changes nothing: mail scanners open links too. */
import { change } from "../../kernel/context.ts";
import { linkFor } from "../../kernel/one-time-links/store.ts";
import { button } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { finishEmailChange } from "./actions.ts";

const english = {
  confirm: "Confirm your new email address",
  explain: (from: string, to: string) => `The email address of your account will change from ${from} to ${to}.`,
  button: "Use this address",
  done: "Your email address has changed",
  now: (email: string) => `You now sign in as ${email}.`,
  goOn: "Continue",
  over: "This link is no longer valid",
  overExplained: "A link works once, within a day. Change your email address in your settings to get a new one.",
};

const german: typeof english = {
  confirm: "Bestätige deine neue Adresse",
  explain: (from, to) => `Dein Konto ${from} bekommt die Adresse ${to}.`,
  button: "Diese Adresse verwenden",
  done: "Deine Adresse ist geändert",
  now: (email) => `Von nun an meldest du dich als ${email} an.`,
  goOn: "Weiter",
  over: "Dieser Link gilt nicht mehr",
  overExplained:
    "Ein Link gilt einmal und einen Tag lang. Ändere deine Adresse in den Einstellungen, um einen neuen zu bekommen.",
};

const pageWords = { en: english, de: german };

const confirmPage: Page = {
  path: "/accounts/confirm_new_email/:key/",
  audit: ["user_email_changed"],
  async show(visit) {
    const words = wordsFor(visit, pageWords);
    const link = await linkFor(visit, ["email_change"], visit.params.key as string);
    if (!link) return expiredLinkPage(visit);
    const body = html`<h1>${words.confirm}</h1><p class="lead">${words.explain(link.delivery_email, link.email)}</p>
${form(visit, button(words.button))}`;
    return { title: words.confirm, body };
  },
  async submit(visit) {
    const words = wordsFor(visit, pageWords);
    const key = visit.params.key as string;
    const link = await linkFor(visit, ["email_change"], key);
    if (!link || !(await change(visit, (writing) => finishEmailChange(writing, key, link))))
      return expiredLinkPage(visit);
    const body = html`<h1>${words.done}</h1><p class="lead">${words.now(link.email)}</p>
<p class="more"><a href="/">${words.goOn}</a></p>`;
    return { title: words.done, body };
  },
};

function expiredLinkPage(visit: Visit): PageAnswer {
  const words = wordsFor(visit, pageWords);
  const body = html`<h1>${words.over}</h1><p class="lead">${words.overExplained}</p>`;
  return { title: words.over, body, status: 404 };
}

export const emailChangePages = [confirmPage];

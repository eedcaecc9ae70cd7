/** The buttons that lead to identity providers. They are links: apps open the same URLs. */
import { providersFor } from "../../kernel/access/providers.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { type Visit, wordsFor } from "../../kernel/pages/page.ts";
import {
  allowsPasswords,
  providerSignInPath,
  providerSignUpPath,
} from "../../organization/settings/authentication-methods.ts";
import { type AppFlow, appParameters } from "../destinations/app-flow.ts";
import { providerWords } from "./words/index.ts";

interface Leading {
  readonly next: string;
  readonly flow?: AppFlow | undefined;
}

export function signInButtons(visit: Visit, { next, flow }: Leading): Html | undefined {
  const words = wordsFor(visit, providerWords);
  const parameters = { ...(next === "/" ? {} : { next }), ...appParameters(flow) };
  return buttons(visit, providerSignInPath, words.signInWith, parameters);
}

/** With the key of an invitation link, if the person has one. */
export function signUpButtons(visit: Visit, invitation?: string): Html | undefined {
  const words = wordsFor(visit, providerWords);
  return buttons(
    visit,
    providerSignUpPath,
    words.signUpWith,
    invitation === undefined ? {} : { multiuse_object_key: invitation },
  );
}

function buttons(
  visit: Visit,
  path: (id: string) => string,
  label: (provider: string) => string,
  parameters: Readonly<Record<string, string>>,
): Html | undefined {
  const providers = providersFor(visit);
  if (providers.length === 0) return undefined;
  const query = new URLSearchParams(parameters).toString();
  const links = providers.map(
    ({ id, name }) => html`<a class="button" href="${path(id)}${query === "" ? "" : `?${query}`}">${label(name)}</a>\n`,
  );
  const or = allowsPasswords(visit.realm) && html`<p class="or">${wordsFor(visit, providerWords).or}</p>`;
  return html`<div class="providers">${or}${links}</div>`;
}

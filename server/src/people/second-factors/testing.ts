/** Second factors in tests: people set them up in a browser, as the web client does. */
import assert from "node:assert/strict";
import { Browser } from "../../../test/browser.ts";
import type { Organization, Person } from "../../../test/index.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { codeAt } from "./totp.ts";

/** A phone with an authenticator app. */
export class Phone {
  readonly #acme: Pick<Organization, "clock">;
  readonly secret: string;

  constructor(acme: Pick<Organization, "clock">, secret: string) {
    this.#acme = acme;
    this.secret = secret;
  }

  /** What the app shows now, or showed or will show a few periods away. */
  code(periods = 0): string {
    return codeAt(this.secret, Math.floor(this.#acme.clock.now() / 1000) + periods * 30);
  }

  /** A code that was not used before: waits for the next one. */
  async nextCode(): Promise<string> {
    await this.#acme.clock.leap({ seconds: 30 });
    return this.code();
  }
}

export async function confirms(browser: Browser, password = PASSWORD): Promise<string> {
  const { body } = await browser.calls("POST /users/me/identity_confirmation", { password });
  return String(body.confirmation);
}

export interface SetUp {
  readonly phone: Phone;
  readonly recoveryCodes: readonly string[];
}

/** Sets up an authenticator app in a browser that is signed in. */
export async function setsUp(acme: Pick<Organization, "clock">, browser: Browser): Promise<SetUp> {
  const confirmation = await confirms(browser);
  const { body: started } = await browser.calls("POST /users/me/authenticator/setup", { confirmation });
  const phone = new Phone(acme, String(started.secret));
  const form = { setup: String(started.setup), code: phone.code() };
  const { status, text, body } = await browser.calls("POST /users/me/authenticator", form);
  assert.equal(status, 200, text);
  return { phone, recoveryCodes: body.recovery_codes as string[] };
}

/** The person has a password and an authenticator app. Their API key is another one from then on. */
export async function withAuthenticator(acme: Organization, person: Person): Promise<SetUp & { browser: Browser }> {
  await withPassword(acme, person);
  const browser = new Browser(acme);
  await browser.signsIn(person.email, PASSWORD);
  return { browser, ...(await setsUp(acme, browser)) };
}

/** The password, then the code. Returns the response to the code. */
export async function signsInWithCode(browser: Browser, email: string, code: string) {
  const answer = await browser.signsIn(email, PASSWORD);
  assert.equal(answer.headers.location, "/login/second-factor/");
  return browser.fills("/login/second-factor/", { code });
}

export const isIn = async (browser: Browser): Promise<boolean> => (await browser.calls("GET /users/me")).status === 200;

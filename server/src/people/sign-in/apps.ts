/**
 * Signing in to apps through the browser. An app opens a sign-in page with a one-time pad, a random number that only it
 * knows, and gets back something that only the holder of the pad can read: the mobile app the API key, the desktop app a
 * token that begins a session there. The formats are upstream's, so that its released apps understand them.
 */
import { createCipheriv, randomBytes } from "node:crypto";
import type { UserId } from "../../kernel/api/ids.ts";
import { badRequest, demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Writing } from "../../kernel/context.ts";
import { hidden } from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { formPolicyTo } from "../../kernel/pages/layout.ts";
import { type DrawnPage, type Leaving, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { sealedKind } from "../../kernel/sealed/sealed.ts";
import { credentialOf, type SignInAccount } from "./account.ts";
import { signInWords } from "./words/index.ts";

export const InvalidOtp = badRequest("Invalid OTP");

/** The app that the person signs in to, with its one-time pad: 32 bytes in hexadecimal digits. */
export interface AppFlow {
  readonly app: "mobile" | "desktop";
  readonly otp: string;
}

/** The names under which apps send their one-time pads. */
const FIELDS = { mobile: "mobile_flow_otp", desktop: "desktop_flow_otp" } as const;
const PAD = /^[0-9a-f]{64}$/i;
/** The URL scheme that the mobile app is registered for. */
const APP_SCHEME = "zulip";

/** The app in a page's query or form, if the person comes from one. */
export function appFlowIn(given: Readonly<Record<string, unknown>>): AppFlow | undefined {
  const found = (["mobile", "desktop"] as const).filter((app) => given[FIELDS[app]] !== undefined);
  const [app] = found;
  if (app === undefined) return undefined;
  const otp = given[FIELDS[app]];
  demand(found.length === 1 && typeof otp === "string" && PAD.test(otp), new InvalidOtp());
  return { app, otp };
}

/** As fields of a form. */
export const appFields = (flow: AppFlow | undefined): Html | undefined => flow && hidden(FIELDS[flow.app], flow.otp);

/** As parameters of a link. */
export const appParameters = (flow: AppFlow | undefined): Record<string, string> =>
  flow ? { [FIELDS[flow.app]]: flow.otp } : {};

/** The headers of a page whose form may lead to the app. */
export const appHeaders = (flow: AppFlow | undefined): Record<string, string> =>
  flow?.app === "mobile" ? { "content-security-policy": formPolicyTo(APP_SCHEME) } : {};

export interface HandedOver {
  readonly user_id: UserId;
  readonly credential: string;
  readonly next: string;
}

/** Long enough to change windows and to paste it. */
export const handedOver = sealedKind<HandedOver>("desktop sign-in", 120);

interface KeyedAccount extends SignInAccount {
  readonly api_key_encrypted: string;
}

/** Gives the app its part of the sign-in, encrypted with its one-time pad. */
export function handOver(
  ctx: Writing<Visit>,
  account: KeyedAccount,
  { flow: { app, otp }, next }: { flow: AppFlow; next: string },
): Leaving | DrawnPage {
  const pad = Buffer.from(otp, "hex");
  if (app === "mobile") {
    const key = ctx.app.secrets.decrypt(account.api_key_encrypted);
    if (key.length !== pad.length) throw new Error("An API key is not as long as the app's one-time pad.");
    record(ctx, "api_key_fetched", { user: account.id }, { as: account.id });
    return leaveToApp(ctx, account, padded(key, pad));
  }
  const token = handedOver.seal(ctx, { user_id: account.id, credential: credentialOf(ctx, account), next });
  return drawToken(ctx, encrypted(token, pad));
}

function leaveToApp({ realm }: Visit, { id, delivery_email }: KeyedAccount, otp_encrypted_api_key: string): Leaving {
  const parameters = { otp_encrypted_api_key, email: delivery_email, user_id: String(id), realm: realm.url };
  return { leaveTo: `${APP_SCHEME}://login?${new URLSearchParams(parameters)}` };
}

/** Keys are as long as the pad: 32 ASCII characters. */
const padded = (key: string, pad: Buffer): string =>
  Buffer.from(Buffer.from(key, "ascii").map((byte, index) => byte ^ (pad[index] as number))).toString("hex");

/** AES-GCM: the nonce, the text and the tag, in hexadecimal digits. */
function encrypted(text: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("hex");
}

function drawToken(visit: Visit, code: string): DrawnPage {
  const words = wordsFor(visit, signInWords).desktop;
  const body = html`<h1>${words.signedIn}</h1><p class="lead">${words.copyCode}</p>
<div class="field"><label for="code">${words.code}</label>
<input id="code" value="${code}" readonly></div>
<button type="button" class="primary" data-copies="code" data-done="${words.copied}" autofocus hidden>${words.copy}</button>`;
  return { title: words.signedIn, body };
}

/**
 * The end of a sign-in to an app: it gets back something that only the holder of its one-time pad can read, the mobile app
 * the API key, the desktop app a token that begins a session there. The formats are upstream's, so that its released apps
 * understand them.
 */
import { createCipheriv, randomBytes } from "node:crypto";
import type { UserId } from "../../kernel/api/ids.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Writing } from "../../kernel/context.ts";
import { html } from "../../kernel/pages/html.ts";
import { type DrawnPage, type Leaving, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { sealedKind } from "../../kernel/sealed/sealed.ts";
import { APP_SCHEME, type AppFlow } from "../destinations/app-flow.ts";
import { credentialOf, type SignInAccount } from "./account.ts";
import { signInWords } from "./words/index.ts";

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

/**
 * Signing in to apps through the browser: an app opens a sign-in page with a one-time pad, a random number that only it knows. The
 * pad goes along until the sign-in is finished (`people/sign-in/apps.ts`). The names are upstream's.
 */
import { badRequest, demand } from "../../kernel/api/index.ts";
import { hidden } from "../../kernel/pages/fields.ts";
import type { Html } from "../../kernel/pages/html.ts";
import { formPolicyTo } from "../../kernel/pages/layout.ts";

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
export const APP_SCHEME = "zulip";

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

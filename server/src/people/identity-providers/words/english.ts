import type { ProviderRefusal } from "../errors.ts";

export const english = {
  signInWith: (provider: string) => `Sign in with ${provider}`,
  signUpWith: (provider: string) => `Sign up with ${provider}`,
  or: "or",
  back: "Back to sign-in",

  refused: "You are not signed in",
  /** What is wrong, and what to do. */
  reasons: {
    not_begun_here: "This sign-in has expired, or was started in another browser. Start again.",
    provider_failed: "We couldn't confirm who you are. Try again in a moment, or sign in another way.",
    denied_by_provider: "The sign-in was cancelled, or you don't have access.",
    no_email: "We didn't get an email address for you, so we can't find your account. Contact your administrator.",
    unverified_email:
      "Your email address isn't confirmed where you just signed in. Confirm it there, then sign in again.",
    deactivated: "This account has been deactivated. Contact an administrator of the organization.",
    unconfirmed_address:
      "An account here uses your email address, but never confirmed it. Contact an administrator of the organization.",
    other_identity:
      "The account with your email address belongs to a different sign-in. Contact an administrator of the organization.",
    unlinked:
      "You unlinked a sign-in provider from your account. Since then, providers are not matched to it by your email address. Sign in another way, then link this provider in your account settings.",
    taken:
      "This sign-in belongs to another account of this organization. Sign in there with your own account, or unlink it from the other one first.",
    linked_before: "Your account is already linked to a different sign-in there. Unlink that one first.",
    not_invited: "This organization is invitation-only. Ask someone who is in it to invite you.",
    address_not_accepted: "This organization doesn't accept your email address.",
    bad_token: "This sign-in link isn't valid. Go back to where you came from, and try again.",
  } satisfies Record<ProviderRefusal, string> as Record<ProviderRefusal, string>,

  /** After somebody tried to link their account. */
  notLinked: "You are not linked",
  backToSettings: "Back to the settings",

  /** For people whose second factor is asked for elsewhere. */
  useProvider: "Sign in another way",
  useProviderBody: (organization: string) =>
    `${organization} requires two-factor authentication, and yours is not on this server. Your password alone is not enough: sign in as you usually do.`,
};

export type ProviderWords = typeof english;

/** Texts of the sign-in steps that follow the password, and about changes to second factors. */
export const english = {
  secondFactor: "Two-factor authentication",
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  wrongCode: "That code is wrong, or was used already. Enter a new one.",
  passkeySignIn: "Sign in with a passkey",
  usePasskey: "Use a passkey",
  /** What the browser says nothing about. */
  notUsed:
    "No passkey was used. You cancelled, it took too long, or this device has none for this account. Try again, or sign in another way.",
  signIn: "Sign in",
  back: "Back to sign-in",
  setUp: "Set up two-factor authentication",
  required: (organization: string) =>
    `${organization} requires it of people with your role: besides your password, you sign in with a code from an app on your phone.`,
  scan: "Scan this with an authenticator app.",
  qrCode: "QR code for your authenticator app",
  typeInstead: "Can't scan it? Type this into the app:",
  firstCode: "The code that the app shows",
  tooLate: "This took too long. Scan the new code.",
  turnOn: "Turn on",
  recoveryCodes: "Save your recovery codes",
  keepCodes:
    "Each of these codes signs you in once if you lose your phone. Keep them in a safe place: they are not shown again. Apps and programs need your new API key.",
  goOn: "I have saved them",

  changed: {
    subject: (organization: string) => `Two-factor authentication at ${organization}`,
    authenticator_added: "An authenticator app was added to your account. You now need its codes to sign in.",
    authenticator_removed: "The authenticator app was removed from your account.",
    passkey_added: "A passkey was added to your account. You can now sign in with it.",
    passkey_removed: "A passkey was removed from your account.",
    recovery_codes_replaced: "Your account has new recovery codes. The previous ones no longer work.",
    recovery_code_used: "Someone used one of your recovery codes. It does not work again.",
    removed_by_administrator:
      "An administrator removed the second factors of your account. Your password is enough to sign in until you set up a new one.",
    removed_by_operator:
      "The person who runs the server removed the second factors of your account. Your password is enough to sign in until you set up a new one.",
    notYou: "If this wasn't you, change your password now and tell an administrator of the organization.",
  },
};

export type SecondFactorWords = typeof english;

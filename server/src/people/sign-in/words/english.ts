export const english = {
  signIn: "Sign in",
  shared: "This is a shared computer",
  sharedHint: "Keeps nothing on this computer, and signs you out when the browser is closed.",
  forgotten: "Forgot your password?",
  signUp: "Create an account",
  doNotMatch: "That email and password do not match.",
  deactivated: "This account has been deactivated. Contact an administrator of the organization.",
  noPasswords: "This organization does not use password sign-in.",
  expired: "You need to choose a new password. Request one below.",

  desktop: {
    signedIn: "You are signed in",
    copyCode: "Copy this code, and return to the desktop app. It is valid for two minutes.",
    code: "Code",
    copy: "Copy code",
    copied: "Copied",
    inBrowser: "Sign in with your browser",
    inBrowserBody: "Sign in in the browser window that has opened, copy the code that you get there, and come back.",
    openBrowser: "Open the browser",
    pasteHint: "If nothing happens when you come back, paste the code here.",
    badCode: "This code is not valid any more. Open the browser again to get a new one.",
    signIn: "Sign in",
    back: "Back to sign-in",
  },

  confirm: {
    mobile: "Sign in to the mobile app?",
    desktop: "Sign in to the desktop app?",
    browser: "Sign in?",
    as: (name: string, email: string) => `You will be signed in as ${name} (${email}).`,
    ifYours: "Continue only if this is your account and you started signing in yourself.",
    signIn: "Sign in",
    cancel: "Cancel",
  },

  email: {
    subject: (organization: string) => `New sign-in to ${organization}`,
    happened: (organization: string, email: string) => `Someone just signed in to ${organization} as ${email}.`,
    details: (when: string, device: string, ip: string) => `When: ${when}. With: ${device}. From: ${ip}.`,
    unknownDevice: "an unknown browser",
    notYou:
      "If this was you, you don't need to do anything. If not, choose a new password now; this signs everyone else out.",
    button: "Choose a new password",
  },
};

export type SignInWords = typeof english;

export const english = {
  ask: "Reset your password",
  explain: "Enter the email address of your account. We'll email you a link to choose a new password.",
  withoutMail:
    "This server sends no email. Ask an administrator of your organization for a link: they find “Make password reset link” on your card.",
  forOperator: "If you run this server:",
  send: "Send link",
  back: "Back to sign-in",
  onItsWay: "If that address has an account, a link is on its way.",
  tooMany: "Too many tries. Check your email, or wait an hour.",
  noPasswords: "This organization does not use password sign-in.",
  choose: "Choose a new password",
  newPassword: "New password",
  signsOut: "You will be signed out everywhere else.",
  save: "Save password",
  over: "This link is no longer valid",
  overExplained: "A link works once, within a day, and only until a newer one is sent.",

  email: {
    subject: (organization: string) => `Reset your password for ${organization}`,
    asked: (organization: string) =>
      `Someone, probably you, requested a new password for your account at ${organization}.`,
    choose: "Choose a new password",
    otherwise:
      "The link works once, within a day. If you didn't request it, ignore this email: your password stays the same.",
    noAccess: "Your account there has been deactivated and no longer has a password. Contact an administrator.",
  },
};

export type ResetWords = typeof english;

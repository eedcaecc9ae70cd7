export const english = {
  confirm: "Confirm your new email address",
  explain: (from: string, to: string) => `The email address of your account will change from ${from} to ${to}.`,
  button: "Use this address",
  done: "Your email address has changed",
  now: (email: string) => `You now sign in as ${email}.`,
  goOn: "Continue",
  over: "This link is no longer valid",
  overExplained: "A link works once, within a day. Change your email address in your settings to get a new one.",

  /** An address that the account has already, and that nobody has confirmed. */
  own: {
    confirm: "Confirm your email address",
    explain: (email: string) => `This confirms that ${email} is your address.`,
    button: "Confirm",
    done: "Your email address is confirmed",
    now: (email: string) => `${email} belongs to you.`,
    subject: (organization: string) => `Confirm your email address for ${organization}`,
    asked: (email: string, organization: string) => `The account ${email} at ${organization} uses this address.`,
    otherwise: "The link works once, within a day. If this isn't your account, ignore this email.",
  },

  /** To the new address. */
  confirmation: {
    subject: (organization: string) => `Confirm your new email address for ${organization}`,
    asked: (from: string, organization: string) =>
      `Someone asked to change the email address of the account ${from} at ${organization} to this one.`,
    otherwise: "The link works once, within a day. If you didn't request this, ignore this email: nothing changes.",
  },
  /** To the old address. */
  changed: {
    subject: (organization: string) => `Your email address at ${organization} has changed`,
    now: (email: string, organization: string) =>
      `The email address of your account at ${organization} is now ${email}. Use it to sign in.`,
    notYou: "If you didn't do this, contact an administrator of the organization immediately.",
  },
};

export type EmailChangeWords = typeof english;

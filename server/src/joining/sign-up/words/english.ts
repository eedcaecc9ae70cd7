import type { AddressFault } from "../../../people/users/addresses.ts";
import type { LinkFault } from "../register.ts";

/** Pages never reveal whether an address has an account. */
type ShownFault = Exclude<AddressFault, "has_account">;

export type SignUpEmailKind = "confirm" | "hasAccount" | "deactivated";

interface SignUpEmail {
  subject(organization: string): string;
  said(organization: string): string;
  /** The button; omitted if there is nothing to do. */
  readonly open?: string;
  readonly also: string;
}

export const english = {
  join: (organization: string) => `Join ${organization}`,
  roles: {
    100: "an owner",
    200: "an administrator",
    300: "a moderator",
    400: "a member",
    600: "a guest",
  } as Readonly<Record<number, string>>,
  offer: (inviter: string | undefined, organization: string, role: string) =>
    `${inviter === undefined ? "You have been invited" : `${inviter} invited you`} to ${organization} as ${role}.`,
  channels: (names: string) => `You will join ${names}.`,
  open: "Anyone can join.",
  ofDomains: (domains: string) =>
    `Anyone with an ${domains === "" ? "address of this organization" : `${domains} address`} can join.`,
  whichAddress: "Which email address would you like to use?",
  goOn: "Continue",
  haveAccount: "I already have an account",
  checkMail: "Check your email",
  mailed: (email: string) => `We sent a link to ${email}. It works for one day.`,
  closed: "You need an invitation",
  closedBody: "This organization is invitation-only. Ask someone who is in it to invite you.",
  closedWithoutMail:
    "This server sends no email, so it can't confirm your address. Ask someone in the organization for an invitation link.",
  unconfirmable: "Your address can't be confirmed here",
  unconfirmableBody: (inviter: string | undefined) =>
    `This organization only admits confirmed email addresses, and this server sends no email. Ask ${inviter ?? "an administrator"} to invite your address instead: they get a link for you.`,
  emailUnconfirmed: "You sign in with it. This server sends no email, so nothing is sent there.",
  taken:
    "You can't join with this address. If you have an account, sign in; if you forgot its password, ask an administrator.",

  broken: "This link does not work",
  brokenBody: {
    malformed: "The link is incomplete. Copy the whole link from the email, or ask for a new one.",
    unknown: "This invitation does not exist. Check the link, or ask for a new one.",
  } satisfies Record<LinkFault, string> as Record<LinkFault, string>,
  invitationOver: "This invitation is no longer valid",
  askForNew: (inviter: string | undefined) => `Ask ${inviter ?? "someone in the organization"} for a new one.`,
  confirmationOver: "This link is no longer valid",
  confirmationOverBody: "A link works once, within a day.",
  askAgain: "Get a new link",

  refused: "You cannot use this address",
  faults: {
    invalid: "Enter a valid email address.",
    outside_domains: "This organization only accepts email addresses from its own domains.",
    disposable: "Use your real email address. Disposable addresses are not accepted.",
    has_plus: "Email addresses containing + are not accepted.",
    reserved: "This address is reserved for Parley.",
    deactivated: "The account with this address has been deactivated. An administrator can reactivate it.",
  } satisfies Record<ShownFault, string> as Record<ShownFault, string>,

  welcome: (organization: string) => `Welcome to ${organization}`,
  almost: (email: string) => `One more step to create your account for ${email}.`,
  nameHint: "The name other people see.",
  nameTaken: "Someone here already has this name. Choose another one.",
  visibility: "Who can see your email address",
  usual: "Organization default",
  visibilities: {
    1: "Everyone",
    2: "Members, not guests",
    5: "Moderators and administrators",
    3: "Administrators",
    4: "Nobody",
  } as Readonly<Record<number, string>>,
  groups: "Channels to join",
  make: "Join",

  emails: {
    confirm: {
      subject: (organization) => `Confirm your email address for ${organization}`,
      said: (organization) =>
        `One more step to create your account at ${organization}: confirm that this address is yours.`,
      open: "Confirm and continue",
      also: "The link works for one day. If you didn't sign up, you can ignore this email.",
    },
    hasAccount: {
      subject: (organization) => `You already have an account at ${organization}`,
      said: (organization) =>
        `Someone tried to sign up at ${organization} with this address, which already has an account there.`,
      open: "Sign in",
      also: "If this wasn't you, you can ignore this email.",
    },
    deactivated: {
      subject: (organization) => `Your account at ${organization} is deactivated`,
      said: (organization) =>
        `Someone tried to sign up at ${organization} with this address. Its account there has been deactivated; an administrator of the organization can reactivate it.`,
      also: "If this wasn't you, you can ignore this email.",
    },
  } satisfies Record<SignUpEmailKind, SignUpEmail> as Record<SignUpEmailKind, SignUpEmail>,
};

export type SignUpWords = typeof english;

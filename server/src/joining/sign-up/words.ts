/** Texts of the sign-up pages. */
import type { AddressFault } from "../../people/users/addresses.ts";
import type { LinkFault } from "./register.ts";

/** Pages never reveal whether an address has an account. */
type ShownFault = Exclude<AddressFault, "has_account">;

const english = {
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
  email: "Email",
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
  fullName: "Full name",
  nameHint: "The name other people see.",
  badName: 'Enter 2 to 100 characters, without * ` \\ > " @.',
  nameTaken: "Someone here already has this name. Choose another one.",
  password: "Password",
  passwordHint: (least: number) => `At least ${least} characters, and not easy to guess.`,
  tooWeak: "This password is too easy to guess. Choose a longer or less common one.",
  timezone: "Time zone",
  noTimezone: "Set it later",
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
};

export type SignUpWords = typeof english;

const german: SignUpWords = {
  join: (organization) => `${organization} beitreten`,
  roles: { 100: "Eigentümer", 200: "Administrator", 300: "Moderator", 400: "Mitglied", 600: "Gast" },
  offer: (inviter, organization, role) =>
    inviter === undefined
      ? `Du bist zu ${organization} eingeladen, als ${role}.`
      : `${inviter} hat dich zu ${organization} eingeladen, als ${role}.`,
  channels: (names) => `Du beginnst in ${names}.`,
  open: "Alle können beitreten.",
  ofDomains: (domains) =>
    domains === ""
      ? "Alle mit einer Adresse dieser Organisation können beitreten."
      : `Alle mit einer Adresse unter ${domains} können beitreten.`,
  whichAddress: "Welche E-Mail-Adresse möchtest du verwenden?",
  email: "E-Mail",
  goOn: "Weiter",
  haveAccount: "Ich habe schon ein Konto",
  checkMail: "Sieh in dein Postfach",
  mailed: (email) => `Wir haben an ${email} geschrieben. Öffne den Link in der Mail; er gilt einen Tag.`,
  closed: "Du brauchst eine Einladung",
  closedBody: "Dieser Organisation tritt man auf Einladung bei. Bitte jemanden, der dabei ist, dich einzuladen.",
  closedWithoutMail:
    "Dieser Server verschickt keine E-Mails und kann deine Adresse nicht bestätigen. Bitte jemanden aus der Organisation um einen Einladungslink.",
  unconfirmable: "Deine Adresse lässt sich hier nicht bestätigen",
  unconfirmableBody: (inviter) =>
    `Diese Organisation nimmt nur bestätigte E-Mail-Adressen, und dieser Server verschickt keine E-Mails. Bitte ${inviter ?? "einen Administrator"}, deine Adresse einzuladen; dabei entsteht ein Link für dich.`,
  emailUnconfirmed: "Damit meldest du dich an. Dieser Server verschickt keine E-Mails, es kommt also nichts an.",
  taken:
    "Mit dieser Adresse kannst du nicht beitreten. Wenn du ein Konto hast, melde dich an; ein vergessenes Passwort ersetzt ein Administrator.",

  broken: "Dieser Link funktioniert nicht",
  brokenBody: {
    malformed: "Er ist nicht vollständig. Kopiere den ganzen Link aus der Mail oder bitte um einen neuen.",
    unknown: "Diese Einladung gibt es nicht. Prüfe den Link oder bitte um einen neuen.",
  },
  invitationOver: "Diese Einladung gilt nicht mehr",
  askForNew: (inviter) => `Bitte ${inviter ?? "jemanden aus der Organisation"} um eine neue.`,
  confirmationOver: "Dieser Link gilt nicht mehr",
  confirmationOverBody: "Er gilt einmal und einen Tag lang.",
  askAgain: "Um einen neuen Link bitten",

  refused: "Diese Adresse geht nicht",
  faults: {
    invalid: "Gib eine gültige E-Mail-Adresse ein.",
    outside_domains: "Diese Organisation nimmt nur E-Mail-Adressen ihrer eigenen Domains.",
    disposable: "Nimm deine richtige E-Mail-Adresse: Wegwerfadressen werden hier nicht angenommen.",
    has_plus: "E-Mail-Adressen mit + werden hier nicht angenommen.",
    reserved: "Diese Adresse gehört Parley selbst.",
    deactivated: "Zu dieser Adresse gibt es ein deaktiviertes Konto. Administratoren können es wieder aktivieren.",
  },

  welcome: (organization) => `Willkommen bei ${organization}`,
  almost: (email) => `Noch ein Schritt, und ${email} hat ein Konto.`,
  fullName: "Name",
  nameHint: "So, wie andere ihn sehen sollen.",
  badName: 'Zwischen 2 und 100 Zeichen, und keines von * ` \\ > " @.',
  nameTaken: "So heißt hier schon jemand, und Namen müssen verschieden sein.",
  password: "Passwort",
  passwordHint: (least) => `Mindestens ${least} Zeichen und nicht leicht zu erraten.`,
  tooWeak: "Dieses Passwort ist zu leicht zu erraten.",
  timezone: "Zeitzone",
  noTimezone: "Später festlegen",
  visibility: "Wer deine E-Mail-Adresse sieht",
  usual: "Wie hier üblich",
  visibilities: {
    1: "Alle",
    2: "Mitglieder, nicht Gäste",
    5: "Moderatoren und Administratoren",
    3: "Administratoren",
    4: "Niemand",
  },
  groups: "Kanäle für den Anfang",
  make: "Beitreten",
};

export const signUpWords = { en: english, de: german };

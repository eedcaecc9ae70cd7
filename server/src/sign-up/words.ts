/** What the pages of signing up say. */
import type { AddressFault } from "../users/addresses.ts";
import type { LinkFault } from "./register.ts";

/** Whether an address has an account is nothing that a page tells. */
type ToldFault = Exclude<AddressFault, "has_account">;

const english = {
  join: (organization: string) => `Join ${organization}`,
  invited: "You have been invited. Which email address would you like to use?",
  open: "Everybody can join. Which email address would you like to use?",
  ofDomains: "People with an email address of this organization can join. Which one is yours?",
  email: "Email",
  goOn: "Go on",
  haveAccount: "I have an account already",
  checkMail: "Look into your mailbox",
  mailed: (email: string) => `We have written to ${email}. Open the link in that mail to go on; it works for one day.`,
  closed: "You need an invitation",
  closedBody: "People join this organization by invitation. Ask somebody who is in it to invite you.",

  broken: "This link does not work",
  brokenBody: {
    malformed: "It is not complete. Copy the whole link from the mail, or ask for another one.",
    unknown: "There is no such invitation. Check the link, or ask for another one.",
    expired: "It has expired, was used already, or has been taken back. Ask for another invitation.",
  } satisfies Record<LinkFault, string> as Record<LinkFault, string>,

  refused: "This address cannot be used",
  faults: {
    invalid: "Enter a valid email address.",
    outside_domains: "This organization takes email addresses of its own domains only.",
    disposable: "Use your real email address: those that last for a few minutes are not taken here.",
    has_plus: "Email addresses containing + are not taken here.",
    reserved: "This address belongs to Parley itself.",
    deactivated: "This address has an account that was deactivated. An administrator can reactivate it.",
  } satisfies Record<ToldFault, string> as Record<ToldFault, string>,

  welcome: (organization: string) => `Welcome to ${organization}`,
  almost: (email: string) => `One more step, and ${email} has an account.`,
  fullName: "Full name",
  nameHint: "As others are to see it.",
  badName: 'Between 2 and 100 characters, and none of * ` \\ > " @.',
  nameTaken: "Somebody here has that name already, and names must differ.",
  password: "Password",
  passwordHint: (least: number) => `At least ${least} characters, and not easy to guess.`,
  tooWeak: "That password is too easy to guess.",
  timezone: "Time zone",
  noTimezone: "Set it later",
  visibility: "Who sees your email address",
  usual: "As is usual here",
  visibilities: {
    1: "Everyone",
    2: "Members, not guests",
    5: "Moderators and administrators",
    3: "Administrators",
    4: "Nobody",
  } as Readonly<Record<number, string>>,
  groups: "Channels to begin with",
  make: "Join",
};

export type SignUpWords = typeof english;

const german: SignUpWords = {
  join: (organization) => `${organization} beitreten`,
  invited: "Du bist eingeladen. Welche E-Mail-Adresse möchtest du verwenden?",
  open: "Alle können beitreten. Welche E-Mail-Adresse möchtest du verwenden?",
  ofDomains: "Wer eine E-Mail-Adresse dieser Organisation hat, kann beitreten. Wie lautet deine?",
  email: "E-Mail",
  goOn: "Weiter",
  haveAccount: "Ich habe schon ein Konto",
  checkMail: "Sieh in dein Postfach",
  mailed: (email) => `Wir haben an ${email} geschrieben. Öffne den Link in der Mail; er gilt einen Tag.`,
  closed: "Du brauchst eine Einladung",
  closedBody: "Dieser Organisation tritt man auf Einladung bei. Bitte jemanden, der dabei ist, dich einzuladen.",

  broken: "Dieser Link funktioniert nicht",
  brokenBody: {
    malformed: "Er ist nicht vollständig. Kopiere den ganzen Link aus der Mail oder bitte um einen neuen.",
    unknown: "Diese Einladung gibt es nicht. Prüfe den Link oder bitte um einen neuen.",
    expired: "Er ist abgelaufen, schon benutzt oder zurückgenommen. Bitte um eine neue Einladung.",
  },

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

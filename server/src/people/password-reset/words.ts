/** What the pages of a lost password say. */
const english = {
  ask: "Get a new password",
  explain: "Give the email address of your account. We mail you a link to choose a new password.",
  email: "Email",
  send: "Send the link",
  back: "Back to signing in",
  onItsWay: "If that address has an account, a link is on its way.",
  notAnAddress: "Enter a valid email address.",
  tooMany: "Too many tries. Look into your mailbox, or wait an hour.",
  noPasswords: "This organization does not let people sign in with a password.",
  choose: "Choose a new password",
  newPassword: "New password",
  hint: (least: number) => `At least ${least} characters, and not easy to guess. You are signed out everywhere else.`,
  tooWeak: "That password is too easy to guess.",
  save: "Save the password",
  over: "This link is no longer valid",
  overExplained: "A link works once, within a day, and only until a newer one is sent.",
};

export type ResetWords = typeof english;

const german: ResetWords = {
  ask: "Neues Passwort anfordern",
  explain: "Gib die E-Mail-Adresse deines Kontos an. Du bekommst einen Link, mit dem du ein neues Passwort wählst.",
  email: "E-Mail",
  send: "Link schicken",
  back: "Zurück zur Anmeldung",
  onItsWay: "Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs.",
  notAnAddress: "Gib eine gültige E-Mail-Adresse ein.",
  tooMany: "Zu viele Versuche. Sieh in dein Postfach oder warte eine Stunde.",
  noPasswords: "In dieser Organisation kann man sich nicht mit einem Passwort anmelden.",
  choose: "Neues Passwort wählen",
  newPassword: "Neues Passwort",
  hint: (least) => `Mindestens ${least} Zeichen und nicht leicht zu erraten. Überall sonst wirst du abgemeldet.`,
  tooWeak: "Dieses Passwort ist zu leicht zu erraten.",
  save: "Passwort speichern",
  over: "Dieser Link gilt nicht mehr",
  overExplained: "Ein Link gilt einmal, einen Tag lang, und nur bis ein neuerer verschickt wird.",
};

export const resetWords = { en: english, de: german };

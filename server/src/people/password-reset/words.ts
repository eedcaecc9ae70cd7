/** Texts of the password reset pages. */
const english = {
  ask: "Reset your password",
  explain: "Enter the email address of your account. We'll email you a link to choose a new password.",
  withoutMail:
    "This server sends no email. Ask an administrator of your organization for a link: they find “Make password reset link” on your card.",
  forOperator: "If you run this server:",
  email: "Email",
  send: "Send link",
  back: "Back to sign-in",
  onItsWay: "If that address has an account, a link is on its way.",
  notAnAddress: "Enter a valid email address.",
  tooMany: "Too many tries. Check your email, or wait an hour.",
  noPasswords: "This organization does not use password sign-in.",
  choose: "Choose a new password",
  newPassword: "New password",
  hint: (least: number) =>
    `At least ${least} characters, and not easy to guess. You will be signed out everywhere else.`,
  tooWeak: "This password is too easy to guess. Choose a longer or less common one.",
  save: "Save password",
  over: "This link is no longer valid",
  overExplained: "A link works once, within a day, and only until a newer one is sent.",
};

export type ResetWords = typeof english;

const german: ResetWords = {
  ask: "Neues Passwort anfordern",
  explain: "Gib die E-Mail-Adresse deines Kontos an. Du bekommst einen Link, mit dem du ein neues Passwort wählst.",
  withoutMail:
    "Dieser Server verschickt keine E-Mails. Bitte einen Administrator deiner Organisation um einen Link: Auf deiner Karte gibt es dafür „Make password reset link“.",
  forOperator: "Wenn du diesen Server betreibst:",
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

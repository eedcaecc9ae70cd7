/** Texts of the sign-in steps that follow the password. */
const english = {
  secondFactor: "Two-factor authentication",
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  wrongCode: "That code is wrong, or was used already. Enter a new one.",
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
};

export type StepWords = typeof english;

const german: StepWords = {
  secondFactor: "Zwei-Faktor-Anmeldung",
  code: "Code",
  codeHint: "Aus deiner Authenticator-App, oder einer deiner Wiederherstellungscodes.",
  wrongCode: "Dieser Code stimmt nicht oder wurde schon verwendet. Gib einen neuen ein.",
  signIn: "Anmelden",
  back: "Zurück zur Anmeldung",
  setUp: "Zwei-Faktor-Anmeldung einrichten",
  required: (organization) =>
    `${organization} verlangt sie für deine Rolle: Außer mit deinem Passwort meldest du dich mit einem Code aus einer App auf deinem Telefon an.`,
  scan: "Scanne dies mit einer Authenticator-App.",
  qrCode: "QR-Code für deine Authenticator-App",
  typeInstead: "Du kannst ihn nicht scannen? Gib dies in die App ein:",
  firstCode: "Der Code, den die App zeigt",
  tooLate: "Das hat zu lange gedauert. Scanne den neuen Code.",
  turnOn: "Einschalten",
  recoveryCodes: "Bewahre deine Wiederherstellungscodes auf",
  keepCodes:
    "Mit jedem dieser Codes meldest du dich einmal an, wenn du dein Telefon verlierst. Bewahre sie sicher auf: Sie werden nicht noch einmal gezeigt. Apps und Programme brauchen deinen neuen API-Schlüssel.",
  goOn: "Ich habe sie aufbewahrt",
};

export const stepWords = { en: english, de: german };

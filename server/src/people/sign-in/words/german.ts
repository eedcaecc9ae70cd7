import type { SignInWords } from "./english.ts";

export const german: SignInWords = {
  signIn: "Anmelden",
  shared: "Diesen Computer benutzen auch andere",
  sharedHint: "Nichts bleibt auf ihm gespeichert, und du bist abgemeldet, sobald der Browser geschlossen wird.",
  forgotten: "Passwort vergessen?",
  signUp: "Konto anlegen",
  doNotMatch: "E-Mail-Adresse und Passwort passen nicht zusammen.",
  deactivated: "Dieses Konto ist deaktiviert. Wende dich an die Administratoren der Organisation.",
  noPasswords: "In dieser Organisation kann man sich nicht mit einem Passwort anmelden.",
  expired: "Dein Passwort muss ersetzt werden. Fordere unten ein neues an.",

  desktop: {
    signedIn: "Du bist angemeldet",
    copyCode: "Kopiere diesen Code, und geh zurück zur Desktop-App. Er gilt zwei Minuten.",
    code: "Code",
    copy: "Code kopieren",
    copied: "Kopiert",
    inBrowser: "Melde dich im Browser an",
    inBrowserBody:
      "Melde dich im Browserfenster an, das sich geöffnet hat, kopiere den Code, den du dort bekommst, und komm zurück.",
    openBrowser: "Browser öffnen",
    pasteHint: "Wenn nichts geschieht, sobald du zurück bist, füge den Code hier ein.",
    badCode: "Dieser Code gilt nicht mehr. Öffne den Browser noch einmal, um einen neuen zu bekommen.",
    signIn: "Anmelden",
    back: "Zurück zur Anmeldung",
  },

  confirm: {
    mobile: "In der mobilen App anmelden?",
    desktop: "In der Desktop-App anmelden?",
    browser: "Anmelden?",
    as: (name, email) => `Du wirst als ${name} (${email}) angemeldet.`,
    ifYours: "Mach nur weiter, wenn das dein Konto ist und du die Anmeldung selbst begonnen hast.",
    signIn: "Anmelden",
    cancel: "Abbrechen",
  },

  email: {
    subject: (organization) => `Neue Anmeldung bei ${organization}`,
    happened: (organization, email) => `Gerade hat sich jemand bei ${organization} als ${email} angemeldet.`,
    details: (when, device, ip) => `Wann: ${when}. Womit: ${device}. Woher: ${ip}.`,
    unknownDevice: "ein unbekannter Browser",
    notYou:
      "Warst du das, dann ist nichts zu tun. Wenn nicht, wähle jetzt ein neues Passwort: Das meldet alle anderen ab.",
    button: "Neues Passwort wählen",
  },
};

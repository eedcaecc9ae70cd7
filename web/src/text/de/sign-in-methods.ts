/** The page of the ways to sign in. */
import type { signInMethods as english } from "../en/sign-in-methods.ts";
import type { Translated } from "../translated.ts";

export const signInMethods: Translated<typeof english> = {
  about: "Wie man nachweist, wer man ist.",
  methods: "Anmeldeverfahren",
  words: "authentifizierung passwort login single sign-on",
  help: "Der Betreiber des Servers bestimmt, welche es gibt.",
  password: "E-Mail-Adresse und Passwort",
  passwordHelp:
    "Ohne dieses Verfahren kann sich niemand mit einer E-Mail-Adresse anmelden oder ein Passwort zurücksetzen.",
  last: "Mindestens ein Verfahren muss eingeschaltet sein, und dies ist das einzige.",
  secondFactor: "Zwei-Faktor-Anmeldung",
  secondFactorHelp: "Alle können sie für ihr eigenes Konto einschalten.",
  requiredFor: "Verlangt von",
  requiredForHelp:
    "Wer sie nicht eingerichtet hat, wird überall abgemeldet und richtet sie beim nächsten Anmelden ein.",
  requiredForWords: "2fa mfa zweiter faktor authenticator sicherheit",
  nobody: "Niemand",
  administrators: "Eigentümer und Administratoren",
  moderators: "Ab Moderatoren",
  members: "Ab Mitgliedern",
  everyone: "Alle, auch Gäste",
  unavailable: "Der Betreiber des Servers hat es nicht eingerichtet.",
};

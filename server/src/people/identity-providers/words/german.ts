import type { ProviderWords } from "./english.ts";

export const german: ProviderWords = {
  signInWith: (provider) => `Mit ${provider} anmelden`,
  signUpWith: (provider) => `Mit ${provider} registrieren`,
  or: "oder",
  back: "Zurück zur Anmeldung",

  refused: "Du bist nicht angemeldet",
  reasons: {
    not_begun_here: "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Fang von vorn an.",
    provider_failed:
      "Wir konnten nicht bestätigen, wer du bist. Versuche es gleich noch einmal, oder melde dich anders an.",
    denied_by_provider: "Die Anmeldung wurde abgebrochen, oder du hast keinen Zugang.",
    no_email:
      "Wir haben keine E-Mail-Adresse von dir bekommen und können dein Konto nicht finden. Wende dich an deine Administratoren.",
    unverified_email:
      "Deine E-Mail-Adresse ist dort, wo du dich gerade angemeldet hast, nicht bestätigt. Bestätige sie dort, und melde dich dann noch einmal an.",
    deactivated: "Dieses Konto ist deaktiviert. Wende dich an die Administratoren der Organisation.",
    unconfirmed_address:
      "Hier gibt es ein Konto mit deiner E-Mail-Adresse, aber sie wurde dort nie bestätigt. Wende dich an die Administratoren der Organisation.",
    other_identity:
      "Das Konto mit deiner E-Mail-Adresse gehört zu einer anderen Anmeldung. Wende dich an die Administratoren der Organisation.",
    unlinked:
      "Du hast einen Anmeldeanbieter von deinem Konto getrennt. Seitdem wird es nicht mehr anhand deiner E-Mail-Adresse gefunden. Melde dich anders an, und verknüpfe diesen Anbieter dann in den Einstellungen deines Kontos.",
    taken:
      "Diese Anmeldung gehört zu einem anderen Konto dieser Organisation. Melde dich dort mit deinem eigenen Konto an, oder trenne sie erst von dem anderen.",
    linked_before: "Dein Konto ist schon mit einer anderen Anmeldung dort verknüpft. Trenne erst diese.",
    not_invited:
      "Dieser Organisation kann man nur mit einer Einladung beitreten. Bitte jemanden aus der Organisation, dich einzuladen.",
    address_not_accepted: "Diese Organisation akzeptiert deine E-Mail-Adresse nicht.",
    bad_token: "Dieser Anmeldelink ist ungültig. Geh dorthin zurück, wo du herkommst, und versuche es noch einmal.",
  },

  notLinked: "Nicht verknüpft",
  backToSettings: "Zurück zu den Einstellungen",

  useProvider: "Melde dich anders an",
  useProviderBody: (organization) =>
    `${organization} verlangt die Zwei-Faktor-Anmeldung, und dein zweiter Faktor ist nicht auf diesem Server. Dein Passwort allein reicht nicht: Melde dich an wie sonst auch.`,
};

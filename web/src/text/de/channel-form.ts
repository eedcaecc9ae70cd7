/** A new channel, and what its settings have in common with it. */
import type { channelForm as english } from "../en/channel-form.ts";
import type { Translated } from "../translated.ts";

export const channelForm: Translated<typeof english> = {
  step: "Schritt {step} von 2",
  name: "Name",
  description: "Beschreibung",
  whoCanRead: "Wer lesen kann",
  public: "Alle in {organization}",
  publicHint: "Alle Mitglieder können beitreten und alles lesen.",
  privateShared: "Nur Abonnenten, mit vollem Verlauf",
  privateSharedHint: "Wer später dazukommt, kann frühere Nachrichten lesen.",
  privateProtected: "Nur Abonnenten, ab ihrem Beitritt",
  privateProtectedHint: "Wer später dazukommt, kann frühere Nachrichten nicht lesen.",
  webPublicChoice: "Alle im Web",
  webPublicHint: "Kann ohne Konto gelesen werden.",
  folder: "Ordner",
  noFolder: "Keiner",
  next: "Weiter",
  back: "Zurück",
  addPeopleHint: "Personen oder Gruppen hinzufügen",
  everyone: "Alle hinzufügen",
  removePerson: "{name} entfernen",
  create: "Kanal erstellen",
  nameTaken: "Einen Kanal mit diesem Namen gibt es schon.",
  nameMissing: "Gib einen Namen für den Kanal ein.",
};
